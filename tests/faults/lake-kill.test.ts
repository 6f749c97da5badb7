import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, writeSeed } from '../studio/lake/fixture.ts'
import { clientOf } from '../support/lake.ts'

const ROUNDS = 20
const WRITERS = 4
const PROCESS = join(import.meta.dirname, 'support/lake-process.ts')

async function startProcess(dataDir: string, seedDir: string) {
  const child = spawn(process.execPath, [PROCESS, dataDir, seedDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [url] = await once(createInterface(child.stdout), 'line')
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  return { url: String(url), kill }
}

/** Edits and uploads until the lake is gone; says what was acknowledged. */
async function editUntilGone(
  url: string,
  writer: number,
  round: number,
  onFirst: () => void,
): Promise<string[]> {
  const client = clientOf(url, { maxRetries: 0 })
  const acknowledged: string[] = []
  for (let edit = 0; ; edit++) {
    const id = `round-${round}-writer-${writer}-edit-${edit}`
    try {
      await client
        .transaction()
        .createOrReplace({ _id: `drafts.${writer}`, _type: 'pillar', text: id.repeat(50) })
        .create({ _id: id, _type: 'step' })
        .transactionId(id)
        .commit()
      acknowledged.push(id)
      if (edit === 2) onFirst()
    } catch {
      return acknowledged
    }
  }
}

test(`${ROUNDS} times killed while four write: every acknowledged transaction is there, whole`, async () => {
  const dataDir = temporaryFolder()
  const seedDir = writeSeed()
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { url, kill } = await startProcess(dataDir, seedDir)
    const writing = Promise.withResolvers<void>()
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      editUntilGone(url, writer, round, writing.resolve),
    )
    await writing.promise
    // Somewhere into a write, another place each round.
    await new Promise((resolve) => setTimeout(resolve, round * 3))
    await kill()
    acknowledged.push(...(await Promise.all(writers)).flat())
  }

  const { url, kill } = await startProcess(dataDir, seedDir)
  const client = clientOf(url, { perspective: 'raw' })
  const present = new Set(await client.fetch<string[]>('*[_type == "step"]._id'))
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(ROUNDS)
  // Both halves of a transaction, or none: the draft's last state names a document that is there.
  const drafts = await client.fetch<{ _rev: string }[]>('*[_type == "pillar"]{_rev}')
  expect(drafts).toHaveLength(WRITERS)
  for (const { _rev } of drafts) expect(present).toContain(_rev)
  const history = await fetch(
    `${url}/v1/data/history/production/transactions/drafts.0?limit=10000&excludeContent=true`,
  )
  const known = new Set(
    (await history.text())
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).id)),
  )
  expect(acknowledged.filter((id) => id.includes('-writer-0-') && !known.has(id))).toEqual([])
  await kill()
}, 120_000)
