import { expect, test, vi } from 'vitest'
import { noticingEdits, type Lake } from '../../api/lake.ts'

test.each([
  ['POST', '/v2025-02-19/data/actions/production', 200, true],
  ['POST', '/v1/data/mutate/production?returnIds=true', 200, true],
  ['POST', '/v1/data/mutate/production', 401, false],
  ['POST', '/v1/data/query/production', 200, false],
  ['GET', '/v1/data/listen/production?query=*', 200, false],
  ['GET', '/v1/data/query/production?query=/v1/data/mutate/', 200, false],
])('%s %s, answered with %i: an edit is noticed: %s', async (method, path, status, isNoticed) => {
  const onEdit = vi.fn<() => void>()
  const answered = new Response(null, { status })
  const fetch: Lake['fetch'] = () => Promise.resolve(answered)
  const lake = noticingEdits({ fetch }, onEdit)
  const sender = { forwarded: false, address: '127.0.0.1' }
  const answer = await lake.fetch(new Request(`http://127.0.0.1${path}`, { method }), sender)
  expect(answer).toBe(answered)
  expect(onEdit).toHaveBeenCalledTimes(isNoticed ? 1 : 0)
})
