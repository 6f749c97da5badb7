import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claim } from '../../api/claim.ts'
import { parseEnv } from '../../api/env.ts'
import { openStudio } from '../../api/builds.ts'
import { acquireLock } from '../../studio/lake/lock.ts'

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'claim-'))

function claimFolders(dataDir: string, dist: string) {
  const { env, faults } = parseEnv({ PORT: '0', DATA_DIR: dataDir })
  return claim(env, faults, { listener: (_request, response) => response.end(), acquireLock, dist })
}

test('two servers can’t publish into one folder: the second is told whose it is', async () => {
  const [dataDir, dist] = [newFolder(), newFolder()]
  const first = await claimFolders(dataDir, dist)
  const lock = first.takeFolders()
  lock.announce('http://127.0.0.1:3000')
  const other = newFolder()
  await expect(claimFolders(other, dist)).rejects.toMatchObject({
    sentences: [
      `The folder of the built site ${dist} is in use by process ${process.pid} and answers at http://127.0.0.1:3000. Stop it, or set DIST_DIR to another folder.`,
    ],
  })
  // What it had taken already is free again.
  const own = await claimFolders(other, newFolder())
  own.takeFolders().release()
  lock.release()
  const next = await claimFolders(newFolder(), dist)
  next.takeFolders().release()
  for (const { listening } of [first, own, next]) await listening.drain(0)
})

test('the Studio is built into the folder of the server that shows it', async () => {
  const dist = newFolder()
  const program = `const fs = require('node:fs'); const folder = process.env.DIST_DIR + '/studio'
    fs.mkdirSync(folder); fs.writeFileSync(folder + '/index.html', 'The Studio.')`
  const studio = openStudio([process.execPath, '-e', program], { root: newFolder(), dist })
  await studio.build()
  expect(studio.state()).toBe('ready')
  expect((await studio.files()).get('index.html')?.body.toString()).toBe('The Studio.')
})
