import { expect, test, vi } from 'vitest'
import { parseEnv } from '../../../api/env.ts'
import { openTargets } from '../../../api/publishing/open-publishing.ts'
import { createBucketTarget } from '../../../api/publishing/targets/bucket.ts'
import type { Target } from '../../../api/publishing/targets/target.ts'
import { revisionProof, type PublicManifest } from '../../../web/publisher/release/public-manifest.ts'
import { eventually } from '../../support/eventually.ts'
import { startBucketServer } from '../support/bucket.ts'
import { edit, startPublishing } from '../support/publishing.ts'

test('a publish goes into the bucket, and its receipt says when it was there', async () => {
  const server = await startBucketServer()
  const { site, call, becomes, receipt } = await startPublishing({
    targets: [createBucketTarget({ ...server.options, owner: () => Promise.resolve('this site') })],
  })
  // Until it has one, the bucket answers in XML that there is none.
  async function inBucket(): Promise<PublicManifest> {
    const { status, text } = await server.read('release.json')
    expect(status).toBe(200)
    return JSON.parse(text) as PublicManifest
  }
  const patience = { timeout: 20_000 }
  await vi.waitFor(async () => expect((await inBucket()).id).toBe(site.current().id), patience)

  await call(await edit(site, 'about', 'r1'))
  await becomes('about', 'live')
  await vi.waitFor(
    async () => expect((await inBucket()).revisions).toContain(revisionProof('about', 'r1')),
    patience,
  )
  // Somebody who does not know ids and revisions learns none.
  expect((await server.read('release.json')).text).not.toMatch(/documents|reads|held/u)
  await eventually(async () =>
    expect((await receipt('about'))?.deployTargets).toMatchObject([{ target: 'bucket', state: 'delivered' }]),
  )
  server.close()
})

test('a bucket of another site is left alone, and receipt and readiness say so', async () => {
  const server = await startBucketServer()
  const owned = (name: string) =>
    createBucketTarget({ ...server.options, owner: () => Promise.resolve(name) })
  const first = await startPublishing({ targets: [owned('the first site')] })
  const patience = { timeout: 20_000 }
  await vi.waitFor(async () => expect((await server.read('release.json')).status).toBe(200), patience)
  await first.stop()
  const { site, call, becomes, receipt, url } = await startPublishing({ targets: [owned('another site')] })
  await call(await edit(site, 'about', 'r1'))
  await becomes('about', 'live')
  const message = expect.stringContaining('This bucket belongs to another site') as unknown
  await vi.waitFor(
    async () => expect((await receipt('about'))?.deployTargets).toMatchObject([{ state: 'failed', message }]),
    patience,
  )
  // The sentence is for those who may read metrics, as those of documents are.
  const ready = await (await fetch(`${url}/api/ready`)).json()
  expect(ready).toMatchObject({ status: 'degraded', dependencies: { site: 'failing' } })
  server.close()
})

test('going back to an earlier release reaches the deploy targets too', async () => {
  const taken: string[] = []
  const target: Target = {
    name: 'there',
    deliver: ({ manifest, isNewest }) => {
      taken.push(`${manifest.id} ${isNewest}`)
      return Promise.resolve()
    },
  }
  const { site, call, becomes, url } = await startPublishing({ targets: [target] })
  const first = site.current().id
  await call(await edit(site, 'about', 'r1'))
  await becomes('about', 'live')
  await fetch(`${url}/api/releases/${first}/switch`, { method: 'POST' })
  await eventually(() => expect(taken.at(-1)).toBe(`${first} false`))
  expect(taken).toContain(`${[...site.kept.keys()].at(-1)} true`)
})

test('the settings say where else the site lives', () => {
  const bucket = {
    SITE_URL: 'https://site.example',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'site',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(names({})).toEqual([])
  expect(names(bucket)).toEqual(['bucket'])
  expect(names({ ...bucket, DEPLOY_HOOK_URL: 'https://host.example/hook' })).toEqual([
    'deploy hook',
    'bucket',
  ])
})

function names(record: Record<string, string>): string[] {
  return openTargets(parseEnv(record).env, () => Promise.resolve('this site')).map(({ name }) => name)
}
