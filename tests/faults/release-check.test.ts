import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../support/own-site.ts'

// A site is built where it was not yet, on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

let folder: string
let site: OwnSite

beforeAll(async () => {
  folder = await newBuiltSite()
  site = await startOwnSite(folder, SITE_PROCESS)
})
afterAll(async () => {
  await site.kill()
  removeSiteFolder(folder)
})

async function act(...actions: object[]): Promise<{ status: number; text: string }> {
  const response = await fetch(`${site.url}/v2025-02-19/data/actions/production`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ actions }),
  })
  return { status: response.status, text: await response.text() }
}

function version(release: string, document: { _id: string; _type: string }) {
  const actionType = 'sanity.action.document.version.create'
  return {
    actionType,
    publishedId: document._id,
    document: { ...document, _id: `versions.${release}.${document._id}` },
  }
}

function onRelease(action: string, releaseId: string) {
  return { actionType: `sanity.action.release.${action}`, releaseId }
}

test('a release is refused for what it breaks, not for what was broken before', async () => {
  const client = clientOf(site.url)
  const about = await client.getDocument('about')
  const contact = await client.getDocument('contact')
  if (!about || !contact) throw new Error('The launch content lacks a page.')
  await client.patch('about').unset(['title']).commit()
  await client.patch('contact').unset(['title']).commit()

  await act(onRelease('create', 'mends'), version('mends', about))
  expect(await act(onRelease('publish', 'mends'))).toMatchObject({ status: 200 })

  const broken = { ...about, lead: undefined }
  await act(onRelease('create', 'breaks'), version('breaks', broken))
  const refused = await act(onRelease('publish', 'breaks'))
  expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('About') })
  expect(refused.text).not.toContain('Contact')
})
