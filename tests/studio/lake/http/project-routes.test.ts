import { expect, test } from 'vitest'
import { startLake, temporaryFolder, type RunningLake } from '../fixture.ts'

async function read({ url }: RunningLake, path: string): Promise<unknown> {
  const response = await fetch(`${url}/v2025-02-19/${path}`)
  expect(response.status, path).toBe(200)
  return response.json()
}

test('clients find the user, the project and its dataset', async () => {
  const { client } = await startLake()
  expect(await client.users.getById('me')).toMatchObject({ id: 'local-editor', role: 'administrator' })
  expect(await client.projects.getById('local')).toMatchObject({
    id: 'local',
    members: [{ id: 'local-editor' }],
  })
  expect(await client.datasets.list()).toMatchObject([{ name: 'production' }])
})

test('whoever opens the Studio may read and write everything', async () => {
  const running = await startLake()
  expect(await read(running, 'projects/local/datasets/production/acl')).toEqual([
    { filter: '_id in path("**")', permissions: ['read', 'history', 'editHistory', 'create', 'update'] },
  ])
  expect(await read(running, 'auth/providers')).toMatchObject({ providers: [] })
  expect(await read(running, 'access/requests/me')).toEqual([])
  expect(await read(running, 'check/cors')).toEqual({ result: { allowed: true, withCredentials: true } })
})

test('users can be asked for one or many at a time', async () => {
  const running = await startLake()
  expect(await read(running, 'users/local-editor')).toMatchObject({
    displayName: 'Local editor',
    isCurrentUser: true,
  })
  expect(await read(running, 'users/local-editor,seed')).toMatchObject([
    { id: 'local-editor' },
    { id: 'seed' },
  ])
})

test('what the Studio keeps of its own is there after a restart', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ dataDir })
  const pair = { key: 'studio.layout', value: { wide: true } }
  const saved = await fetch(`${first.url}/v1/users/me/keyvalue`, {
    method: 'PUT',
    body: JSON.stringify([pair]),
  })
  expect(saved.status).toBe(200)
  await first.stop()
  const second = await startLake({ dataDir })
  expect(await read(second, 'users/me/keyvalue/studio.layout,other')).toEqual([pair])
})

test('usage figures are neither wanted nor kept', async () => {
  const running = await startLake()
  expect(await read(running, 'intake/telemetry-status')).toEqual({ status: 'denied' })
  expect((await fetch(`${running.url}/v1/intake/batch`, { method: 'POST', body: '[]' })).status).toBe(204)
})

test.each([
  ['no list of pairs', '{}', 400],
  ['no JSON', 'x', 400],
  ['a key without a value', '[{"key":"a"}]', 400],
  ['a long key', JSON.stringify([{ key: 'k'.repeat(300), value: 1 }]), 413],
  ['a large value', JSON.stringify([{ key: 'k', value: 'v'.repeat(70_000) }]), 413],
  ['a large body', `${' '.repeat(300_000)}[]`, 413],
  ['many keys', JSON.stringify(Array.from({ length: 501 }, (_, n) => ({ key: `k${n}`, value: 1 }))), 413],
])('the Studio’s settings are refused with %s', async (_, body, status) => {
  const { url } = await startLake()
  const answer = await fetch(`${url}/v1/users/me/keyvalue`, { method: 'PUT', body })
  expect(answer.status).toBe(status)
  expect(await (await fetch(`${url}/v1/users/me/keyvalue/k,k1,a`)).json()).toEqual([])
})

test('only so many settings are kept, and those can still be changed', async () => {
  const { url } = await startLake()
  const put = async (keys: string[]) => {
    const body = JSON.stringify(keys.map((key) => ({ key, value: 1 })))
    return (await fetch(`${url}/v1/users/me/keyvalue`, { method: 'PUT', body })).status
  }
  expect(await put(Array.from({ length: 500 }, (_, n) => `k${n}`))).toBe(200)
  expect(await put(['one-more'])).toBe(413)
  expect(await put(['k3'])).toBe(200)
})

test('the Studio is told how long history is kept', async () => {
  for (const [options, maxRetentionDays] of [
    [{}, 90],
    [{ retention: { days: 7 } }, 7],
  ] as const)
    expect(await read(await startLake(options), 'subscriptions/project/local')).toEqual({
      featureTypes: { retention: { features: [{ attributes: { maxRetentionDays } }] } },
    })
})
