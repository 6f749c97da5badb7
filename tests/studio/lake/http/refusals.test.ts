import { expect, test, vi } from 'vitest'
import { createRefuse } from '../../../../studio/lake/http/refusals.ts'

test('a disk that refuses each request is logged once an hour for each cause, with what to do', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let now = 0
  const refuse = createRefuse(() => now)
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const failing = Object.assign(new Error('disk I/O error'), { errcode: 778 })
  for (let count = 0; count < 60; count += 1) {
    const answer = refuse(full)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ error: { type: 'storageUnavailable' } })
  }
  const line = 'The content lake cannot read or write its folder: '
  const told = [`${line}its disk is full. Free some space.`]
  expect(said.mock.calls.flat()).toEqual(told)
  refuse(failing)
  expect(said.mock.calls.flat()).toEqual([...told, `${line}disk I/O error`])
  now = 3_600_000
  refuse(full)
  expect(said.mock.calls.flat()).toHaveLength(3)
  said.mockRestore()
})
