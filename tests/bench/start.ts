import { rmSync } from 'node:fs'
import { median } from './support/published-site.ts'
import { newServerFolder, startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'
import { followTree } from './support/tree-memory.ts'

const ROUNDS = rounds(9, 3)

/**
 * How soon a start shows the first page, and what it holds until the Studio is there too: where nothing is built, as
 * in a fresh clone, and where all is. Memory is that of all its processes, Linux alone says it.
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
        'most MB': median(again.map((one) => one['most MB'])),
      },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(folder: string) {
  const begun = performance.now()
  let memory: ReturnType<typeof followTree> | undefined
  const server = await startServer(folder, (pid) => (memory = followTree(pid)))
  try {
    while ((await fetch(server.url)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10))
    const shown = performance.now() - begun
    await server.studioIsBuilt()
    return { 'ms to the first page': Math.round(shown), 'most MB': memory?.stop() ?? Number.NaN }
  } finally {
    memory?.stop()
    await server.stop()
  }
}
