import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeBuildTurn } from '../../../web/publisher/build-turn.ts'

const MODULE = path.join(import.meta.dirname, '../../../web/publisher/build-turn.ts')
/** Several tries of one that waits. */
const LONGER_MS = 300

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turns-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function isStillWaiting(turn: Promise<Disposable>): Promise<boolean> {
  const waited = new Promise<true>((resolve) => setTimeout(() => resolve(true), LONGER_MS))
  return Promise.race([turn.then(() => false), waited])
}

test('a build waits until the one before it in this checkout is done', async () => {
  const first = await takeBuildTurn(folder)
  const second = takeBuildTurn(folder)
  expect(await isStillWaiting(second)).toBe(true)
  first[Symbol.dispose]()
  ;(await second)[Symbol.dispose]()
})

test('a build that was killed keeps nobody waiting', async () => {
  const program = path.join(folder, 'builds-forever.ts')
  const lines = [
    `import { takeBuildTurn } from '${MODULE}'`,
    `globalThis.turn = await takeBuildTurn('${folder}')`,
    `process.send('building')`,
    `setInterval(() => undefined, 1000)`,
  ]
  await writeFile(program, lines.join('\n'))
  const builder = fork(program)
  await once(builder, 'message')
  const ours = takeBuildTurn(folder)
  expect(await isStillWaiting(ours)).toBe(true)
  builder.kill('SIGKILL')
  ;(await ours)[Symbol.dispose]()
})
