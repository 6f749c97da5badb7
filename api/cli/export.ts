import type { StoredContact, StoredWaitlist } from '../store/entries.ts'
import type { Call } from '../store/operations.ts'
import { csvLine } from './csv.ts'

const pageSize = 500

const columns = [
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
  'from',
  'message',
] as const

/** Everything that is stored, as pieces of one JSON object `{waitlist: […], contact: […]}`. */
export async function* exportJson(call: Call): AsyncGenerator<{ text: string; count: number }> {
  yield { text: '{"waitlist":[', count: 0 }
  yield* jsonItems(waitlistPages(call))
  yield { text: '],"contact":[', count: 0 }
  yield* jsonItems(contactPages(call))
  yield { text: ']}\n', count: 0 }
}

/** Everything that is stored, as lines of CSV; the first column says of which form. */
export async function* exportCsv(call: Call): AsyncGenerator<{ text: string; count: number }> {
  yield { text: csvLine(['form', ...columns]), count: 0 }
  for await (const page of waitlistPages(call)) yield csvLines('waitlist', page)
  for await (const page of contactPages(call)) yield csvLines('contact', page)
}

/** Waitlist entries in the order they came, in pages. */
export function waitlistPages(call: Call): AsyncGenerator<StoredWaitlist[]> {
  return pages((after) => call('waitlistPage', { after, limit: pageSize }))
}

/** Contact messages in the order they came, in pages. */
export function contactPages(call: Call): AsyncGenerator<StoredContact[]> {
  return pages((after) => call('contactPage', { after, limit: pageSize }))
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
    yield { text: comma + page.map((entry) => JSON.stringify(entry)).join(',\n'), count: page.length }
    comma = ',\n'
  }
}

function csvLines(
  form: string,
  entries: readonly (StoredWaitlist | StoredContact)[],
): { text: string; count: number } {
  const lines = entries.map((entry) => {
    const cells = new Map<string, string | boolean>(Object.entries(entry))
    return csvLine([form, ...columns.map((column) => String(cells.get(column) ?? ''))])
  })
  return { text: lines.join(''), count: entries.length }
}
