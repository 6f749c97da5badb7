import { expect, onTestFinished, test, vi } from 'vitest'
import { createTurns } from '../../../../studio/lake/http/queues.ts'
import { startLake } from '../fixture.ts'

test('a stranger who leaves before the turn of its query is not a failure to log', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const { lake } = await startLake({ token: 'a-token-that-nobody-guesses', publicReads: true })
  const leaving = new AbortController()
  const ask = (init: RequestInit = {}) =>
    lake.fetch(new Request('http://127.0.0.1:5100/v2025-02-19/data/query/production?query=*', init))
  const asked = [ask(), ask({ signal: leaving.signal }), ask()]
  leaving.abort()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 408, 200])
  expect(log).not.toHaveBeenCalled()
})

test('strangers wait for their own address, and one of them keeps no other from its turn', async () => {
  const { take } = createTurns()
  const { signal } = new AbortController()
  const order: string[] = []
  const ask = (address: string) => take({ signal, address }, () => order.push(address))
  const busy = Array.from({ length: 20 }, () => ask('10.0.0.1'))
  const others = [ask('10.0.0.2'), ask('10.0.0.3')]
  await expect(ask('10.0.0.1')).rejects.toMatchObject({ status: 429 })
  await Promise.all(others)
  expect(order.slice(0, 3)).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
  await Promise.all(busy)
  expect(order).toHaveLength(22)
  // What throws is told to whoever asked, and the next has its turn.
  const failed = take({ signal, address: '10.0.0.1' }, () => expect.fail('It failed.'))
  await expect(failed).rejects.toThrow('It failed.')
  await ask('10.0.0.1')
})
