import type { Call } from '../store/operations.ts'
import type { StoredContact, StoredWaitlist } from '../store/submissions/stored-submissions.ts'

const PAGE_SIZE = 500

const COLUMNS = [
  'id',
  'createdAt',
  'suspected',
  'email',
  'name',
  'firstName',
  'company',
  'role',
  'companySize',
  'useCase',
  'intent',
  'source',
  'message',
  'page',
] as const

/** Everything that is stored, as pieces of one JSON object `{waitlist: […], contact: […]}`. */
export async function* exportJson(call: Call): AsyncGenerator<{ text: string; count: number }> {
  yield { text: '{"waitlist":[', count: 0 }
  yield* jsonItems(waitlistPages(call))
  yield { text: '],"contact":[', count: 0 }
  yield* jsonItems(contactPages(call))
  yield { text: ']}\n', count: 0 }
}

/** Without it, Excel reads the file in the machine's legacy encoding and shows “Müller” wrong. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Everything that is stored, as lines of CSV in UTF-8. The first column names the form. */
export async function* exportCsv(call: Call): AsyncGenerator<{ text: string; count: number }> {
  yield { text: BYTE_ORDER_MARK + csvLine(['form', ...COLUMNS]), count: 0 }
  for await (const page of waitlistPages(call)) yield csvLines('waitlist', page)
  for await (const page of contactPages(call)) yield csvLines('contact', page)
}

/** Waitlist entries in the order they came, in pages. */
export function waitlistPages(call: Call): AsyncGenerator<StoredWaitlist[]> {
  return pages((after) => call('waitlistPage', { after, limit: PAGE_SIZE }))
}

/** Contact messages in the order they came, in pages. */
export function contactPages(call: Call): AsyncGenerator<StoredContact[]> {
  return pages((after) => call('contactPage', { after, limit: PAGE_SIZE }))
}

async function* pages<T extends { id: string }>(read: (after: string) => Promise<T[]>): AsyncGenerator<T[]> {
  let after = ''
  for (;;) {
    const page = await read(after)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
  }
}

async function* jsonItems(source: AsyncGenerator<object[]>): AsyncGenerator<{ text: string; count: number }> {
  let comma = ''
  for await (const page of source) {
    yield {
      text: comma + page.map((submission) => JSON.stringify(submission)).join(',\n'),
      count: page.length,
    }
    comma = ',\n'
  }
}

function csvLines(
  form: string,
  submissions: readonly (StoredWaitlist | StoredContact)[],
): { text: string; count: number } {
  const lines = submissions.map((submission) => {
    const cells = new Map<string, string | boolean>(Object.entries(submission))
    // With a hyphen, Excel reads a size of 1-10 as the tenth of January.
    if ('companySize' in submission) cells.set('companySize', submission.companySize.replace('-', '–'))
    return csvLine([form, ...COLUMNS.map((column) => String(cells.get(column) ?? ''))])
  })
  return { text: lines.join(''), count: submissions.length }
}

/**
 * One line of CSV (RFC 4180), every cell in quotes. What visitors typed is data: an apostrophe, which spreadsheets show
 * as text, precedes everything that a spreadsheet could read as the start of a formula, whichever separator it splits
 * at.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A spreadsheet that is set to another separator ends the quotes early. It may begin a cell after any separator or line
 * end in the text, and after blanks or quotes that follow those.
 */
const FORMULA_START = /(?<=(?:^|[,;|،؛\t\p{Zl}\p{Zp}\n-\r\u0085])[\s\p{Cf}"]*)[=+\-@＝＋－＠﹦﹢﹣﹫]/gu

/** Characters that a spreadsheet may skip at the start of a cell. */
const LEFT_OUT = /^[\t\r\n]/u

function csvCell(cell: string): string {
  const harmless = cell.replaceAll(FORMULA_START, "'$&")
  const safe = LEFT_OUT.test(harmless) ? `'${harmless}` : harmless
  return `"${safe.replaceAll('"', '""')}"`
}
