import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../studio/lake/store/database.ts'
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
