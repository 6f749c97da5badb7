import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../api/support/front.ts'
import { stateOf } from '../faults/support/process-state.ts'
import { publishDraft, setLead, untilShown } from './support/lead.ts'
import { median } from './support/published-site.ts'
import { newServerFolder, startServer, type RunningServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'
import { followTree } from './support/tree-memory.ts'

const ROUNDS = rounds(9, 3)
/** By then what renders pages rests, and V8 has given back what the start left in each thread. */
const IDLE_MS = 150_000
const PUBLISHES = 1_000

/**
 * How soon a start shows the first page, when everything is up, and how much memory it takes until the Studio is there:
 * with nothing built, as in a fresh clone, and with everything built. Memory is that of all its processes, which only
 * Linux reports. Last, the resident memory of an idle server, after the start and after many publishes in a row.
 */
export async function run(): Promise<void> {
  const folder = newServerFolder()
  try {
    const first = await start(folder)
    const again = []
    for (let round = 0; round < ROUNDS; round += 1) again.push(await start(folder))
    tabulate('npm start', `once where nothing is built, then the median of ${ROUNDS}`, {
      'first: nothing is built': first,
      'again: all is built': {
        'ms to the first page': median(again.map((one) => one['ms to the first page'])),
        'ms until ready': median(again.map((one) => one['ms until ready'])),
        'most MB': median(again.map((one) => one['most MB'])),
      },
    })
    tabulate('Memory of the idle server', `${IDLE_MS / 1_000} s after`, await residentIdle(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(folder: string) {
  const port = await freePort()
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  let memory: ReturnType<typeof followTree> | undefined
  const looking = new AbortController()
  const shown = firstPage(`http://127.0.0.1:${port}/`, looking.signal).then(since)
  // A server that does not start says why itself.
  shown.catch(() => undefined)
  let server: RunningServer | undefined
  try {
    server = await startServer(folder, { port, started: (pid) => (memory = followTree(pid)) })
    const ready = since()
    await server.studioIsBuilt()
    return {
      'ms to the first page': await shown,
      'ms until ready': ready,
      'most MB': memory?.stop() ?? Number.NaN,
    }
  } finally {
    looking.abort()
    memory?.stop()
    await server?.stop()
  }
}

/** What a server holds once it has been left alone, in MB, with what it shares with other processes. */
async function residentIdle(folder: string): Promise<Record<string, { 'MB resident': number }>> {
  const server = await startServer(folder)
  const resident = async () => {
    await pause(IDLE_MS)
    return { 'MB resident': Math.round(stateOf(server.pid).residentBytes / 1_048_576) }
  }
  try {
    await server.studioIsBuilt()
    const started = await resident()
    for (let count = 0; count < PUBLISHES; count += 1) {
      const lead = `A lead of publish ${count}.`
      await setLead(server, lead)
      await untilShown(server, lead, () => publishDraft(server))
    }
    return { 'a start where all is built': started, [`${PUBLISHES} publishes of a page`]: await resident() }
  } finally {
    await server.stop()
  }
}

/** Asks until a page is there: it is served before the server says that all else is up, too. */
async function firstPage(url: string, signal: AbortSignal): Promise<void> {
  const status = () =>
    fetch(url, { signal }).then(
      (answer) => answer.status,
      () => undefined,
    )
  while ((await status()) !== 200) await pause(10, undefined, { signal })
}
