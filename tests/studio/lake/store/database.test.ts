import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../studio/lake/store/database.ts'
import { root } from '../../../support/lake.ts'
import { locksOn, showsLocks } from '../../../support/locks.ts'
import { temporaryFolder } from '../fixture.ts'

test.skipIf(!showsLocks)('a database that is opened once more keeps the lock of the handle before', () => {
  const folder = temporaryFolder()
  using first = openDatabase(folder, 'lake.db')
  const held = locksOn(join(folder, 'lake.db'))
  expect(held).not.toEqual([])
  using second = openDatabase(folder, 'lake.db')
  expect([first.isOpen, second.isOpen]).toEqual([true, true])
  expect(locksOn(join(folder, 'lake.db'))).toEqual(held)
})

test.skipIf(process.getuid?.() !== 0)(
  'a database of another user is said to be one, and no damaged one',
  () => {
    const folder = temporaryFolder()
    openDatabase(folder, 'lake.db').close()
    chownSync(folder, 65_534, 65_534)
    chmodSync(folder, 0o700)
    const script = `const { openDatabase } = await import('./studio/lake/store/database.ts')
    openDatabase(${JSON.stringify(folder)}, 'lake.db')`
    const options = { cwd: root, uid: 65_534, gid: 65_534 }
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options)
    expect(String(stderr)).toContain('lake.db may not be written to (EACCES')
    expect(String(stderr)).toContain('to the user that this runs as')
    expect(String(stderr)).not.toContain('start again from the seed')
  },
)
