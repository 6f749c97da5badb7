import { expect, onTestFinished, test, vi } from 'vitest'
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
