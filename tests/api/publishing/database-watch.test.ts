import { expect, test, vi } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Log } from '../../../api/log.ts'
import { createDatabaseWatch } from '../../../api/publishing/database-watch.ts'

const READ_ONLY = new OperationalError('The database takes no changes.')
const fail = () => Promise.reject(READ_ONLY)
const succeed = () => Promise.resolve()

/** A watch over a clock that stands until it is moved, and what it logged. */
function newWatch() {
  const clock = { now: 0 }
  const [info, error] = [vi.fn<Log['info']>(), vi.fn<Log['error']>()]
  const watch = createDatabaseWatch({ limitMs: 6_000, log: { info, error }, now: () => clock.now })
  const said = () => watch.failure()?.message
  return { ...watch, clock, info, error, said }
}

test('a failure longer than its limit is logged once in its own words, and so is its end', async () => {
  const { watched, tell, clock, info, error, said } = newWatch()
  for (const at of [0, 2_000, 4_000, 6_000]) {
    clock.now = at
    await expect(watched('lease', fail)).rejects.toBe(READ_ONLY)
    await watched('state', succeed)
    tell()
    expect(said()).toBeUndefined()
  }
  clock.now = 6_001
  for (let count = 0; count < 2; count += 1) tell()
  expect(error.mock.calls).toEqual([['The database takes no changes. What is published waits.']])
  await watched('lease', succeed)
  for (let count = 0; count < 2; count += 1) tell()
  expect([said(), info.mock.calls]).toEqual([undefined, [['The database answers and takes changes again.']]])
})

test('what the database itself says is quoted', async () => {
  const { watched, clock, said } = newWatch()
  await expect(watched('lease', () => Promise.reject(new Error('out of shared memory')))).rejects.toThrow()
  clock.now = 6_001
  expect(said()).toBe('The database says “out of shared memory”. What is published waits.')
})

test('a hanging query counts as failed, and its late answer changes nothing', async () => {
  const { watched, tell, clock, error, said } = newWatch()
  const hanging = Promise.withResolvers<void>()
  const asked = watched('state', () => hanging.promise)
  clock.now = 6_001
  expect(said()).toBe('The database does not answer. What is published waits.')
  // As after the process itself stood still for so long.
  tell()
  await watched('state', succeed)
  expect(said()).toBeUndefined()
  tell()
  expect(error).not.toHaveBeenCalled()
  hanging.reject(READ_ONLY)
  await expect(asked).rejects.toBe(READ_ONLY)
  expect(said()).toBeUndefined()
})
