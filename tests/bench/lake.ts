import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLake, type Lake } from '../../studio/lake/lake.ts'
import { serveLake } from '../../studio/lake/serve.ts'
import { openLakeThread } from '../../studio/lake/thread/lake-thread.ts'
import { contentSource } from '../../web/content/client.ts'
import { createReader } from '../../web/content/documents.ts'
import { snapshotOf } from '../../web/content/snapshot.ts'
import { startLake } from '../support/lake.ts'
import { rounds, tabulate } from './support/tables.ts'

const SIZES = [100, 10_000]
const ROUNDS = rounds(100, 20)
const NOTE = `ms, tenth percentile of ${ROUNDS} in turns`
const LISTED = 50
// As many at both sizes, as a longer answer takes longer in any lake.
const SPECIAL = 100
const API = 'http://localhost/v2025-02-19/data'

interface Step {
  name: string
  ask: (round: number) => Request
  /** Is done first, and not measured. */
  before?: (round: number) => Request
}

// What the Studio sends for a list of a type, a search over all types, an opened form and a keystroke in it.
const STEPS: Step[] = [
  {
    name: 'list 50 of a type',
    ask: () =>
      query('*[_type == $type] | order(_updatedAt desc)[0...2000]{_id, _type, title}', { type: 'listed' }),
  },
  { name: 'list the first 100 of all the rest', ask: listRest },
  {
    name: 'the same list, just edited',
    ask: listRest,
    before: (round) => edit('other-70', `Title ${round}`),
  },
  { name: 'search, 5 answers', ask: (round) => search(`special${round % 20} title*`) },
  { name: 'search, 8 % are answers', ask: (round) => search(`word${round} title*`) },
  { name: 'open', ask: () => query('*[_id in [$id, $draft]]', { id: 'listed-7', draft: 'drafts.listed-7' }) },
  { name: 'used on', ask: () => query('*[references($id)]{_id}', { id: 'listed-7' }) },
  { name: 'edit', ask: (round) => edit('listed-7', `A title, ${round}`) },
]

type Send = (request: Request) => Promise<Response>

interface Folders {
  dataDir: string
  seedDir: string
}

/** Ways to ask a lake, by the titles of their tables; the stack closes what each opens. */
const WAYS: Record<string, (folders: Folders, stack: AsyncDisposableStack) => Promise<Send>> = {
  'Content lake, no network': async (folders, stack) => (await openOwn(folders, stack)).fetch,
  'Content lake over HTTP': async (folders, stack) => overHttp(await openOwn(folders, stack), stack),
  'Content lake in a thread of its own, as the server has it': async (folders, stack) => {
    const lake = openLakeThread(folders, console.error)
    stack.defer(() => lake.close())
    await lake.opening
    return overHttp(lake, stack)
  },
}

/**
 * Times of the Studio's requests at 100 and at 10,000 documents, in the lake itself and as the Studio waits for
 * them, and of the site's snapshot query.
 */
export async function run(): Promise<void> {
  for (const [title, open] of Object.entries(WAYS)) {
    await using stack = new AsyncDisposableStack()
    const lakes: Send[] = []
    for (const size of SIZES) lakes.push(await open(writeFolders(size, stack), stack))
    print(title, await measure(lakes))
  }
  tabulate('Snapshot of the site', `ms, tenth percentile of ${ROUNDS}`, {
    'launch content, over HTTP': { ms: rounded(await measureSnapshot()) },
  })
}

async function openOwn(folders: Folders, stack: AsyncDisposableStack): Promise<Lake> {
  const lake = await openLake(folders)
  stack.defer(() => lake.close())
  return lake
}

async function overHttp(lake: Lake, stack: AsyncDisposableStack): Promise<Send> {
  const { url, close } = await serveLake(lake)
  stack.defer(close)
  return (request) => fetch(new Request(url + pathOf(request), request))
}

type Figures = ReadonlyMap<string, number>

function pathOf({ url }: Request): string {
  const { pathname, search: parameters } = new URL(url)
  return pathname + parameters
}

function print(title: string, columns: readonly Figures[]): void {
  const [few, many] = columns
  const rows: Record<string, object> = {}
  for (const { name } of STEPS) {
    const [small, large] = [few?.get(name) ?? Number.NaN, many?.get(name) ?? Number.NaN]
    rows[name] = {
      [`${SIZES[0]} documents`]: rounded(small),
      [`${SIZES[1]} documents`]: rounded(large),
      'of the smaller': rounded(large / small),
    }
  }
  tabulate(title, NOTE, rows)
}

function rounded(figure: number): number {
  return Number(figure.toFixed(2))
}

async function measureSnapshot(): Promise<number> {
  const { url, close } = await startLake()
  const source = contentSource({ LAKE_URL: url })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    snapshotOf(await createReader(source)())
    times.push(performance.now() - started)
  }
  await close()
  return quick(times)
}

// The tenth percentile: what the work takes when nothing else on the machine is in its way.
function quick(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 10)] ?? Number.NaN
}

/** Lakes take turns, as the machine is not as fast at the end of a minute as at its beginning. */
async function measure(lakes: readonly Send[]): Promise<Figures[]> {
  const figures = lakes.map(() => new Map<string, number>())
  for (const step of STEPS) {
    const times: number[][] = lakes.map(() => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, send] of lakes.entries()) times[at]?.push(await timeOf(send, step, round))
    for (const [at, own] of times.entries()) figures[at]?.set(step.name, quick(own))
  }
  return figures
}

/** @throws Error with the answer, where it is a refusal */
async function timeOf(send: Send, { name, ask, before }: Step, round: number): Promise<number> {
  if (before) await send(before(round))
  const request = ask(round)
  const started = performance.now()
  const response = await send(request)
  const text = await response.text()
  const time = performance.now() - started
  if (!response.ok) throw new Error(`${name}: ${text.slice(0, 300)}`)
  return time
}

/** Folders of a lake with so many documents, which go with the stack. */
function writeFolders(size: number, stack: AsyncDisposableStack): Folders {
  const folder = mkdtempSync(join(tmpdir(), 'lake-bench-'))
  stack.defer(() => rmSync(folder, { recursive: true }))
  const [dataDir, seedDir] = [join(folder, 'data'), join(folder, 'seed')]
  mkdirSync(seedDir)
  const lines = Array.from({ length: size }, (_, index) => {
    const type = index < LISTED ? 'listed' : 'other'
    const text = Array.from({ length: 40 }, (_unused, word) => `word${(index * 7 + word * 13) % 500}`).join(
      ' ',
    )
    const isSpecial = index < SPECIAL
    const see = { _type: 'reference', _ref: isSpecial ? `listed-${index % LISTED}` : `other-${index - 1}` }
    const label = isSpecial ? `special${index % 20}` : ''
    return JSON.stringify({ _id: `${type}-${index}`, _type: type, title: `Title ${index}`, text, label, see })
  })
  writeFileSync(join(seedDir, 'data.ndjson'), lines.join('\n'))
  return { dataDir, seedDir }
}

function listRest(): Request {
  return query('*[_type == $type] | order(title asc)[0...100]{_id, _type, title}', { type: 'other' })
}

function search(text: string): Request {
  return query(
    '*[_type in $types && [@, _id] match text::query($text)] | order(_score desc)[0...100]{_id, _type}',
    { types: ['listed', 'other'], text },
  )
}

function query(text: string, params: Record<string, unknown>): Request {
  const body = JSON.stringify({ query: text, params, perspective: 'raw' })
  return new Request(`${API}/query/production?returnQuery=false`, { method: 'POST', body })
}

function edit(id: string, title: string): Request {
  const ids = { draftId: `drafts.${id}`, publishedId: id }
  const actions = [{ actionType: 'sanity.action.document.edit', ...ids, patch: { set: { title } } }]
  return new Request(`${API}/actions/production`, { method: 'POST', body: JSON.stringify({ actions }) })
}
