import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import type { ReceiptAnswer, ReleaseList } from '../../api/contract/publishing.ts'
import { newBuiltSite, SITE_PROCESS } from '../support/built-site.ts'
import { clientOf } from '../support/lake.ts'
import { removeSiteFolder, startOwnSite } from '../support/own-site.ts'

const EDITS = 500
const DURING_MS = 10_000

vi.setConfig({ testTimeout: 180_000 })

const folder = await newBuiltSite()
afterAll(() => removeSiteFolder(folder))

test(`${EDITS} publishes in ${DURING_MS / 1_000} s are one release after another, and the last of them is served`, async () => {
  const site = await startOwnSite(folder, SITE_PROCESS)
  const client = clientOf(site.url)
  const start = performance.now()
  let revision = ''
  for (let edit = 1; edit <= EDITS; edit += 1) {
    ;({ _rev: revision } = await client
      .patch('about')
      .set({ lead: `Lead ${edit}.` })
      .commit())
    await pause(Math.max(0, start + (edit * DURING_MS) / EDITS - performance.now()))
  }
  await vi.waitFor(async () => {
    const { receipt } = (await (await fetch(`${site.url}/api/publishes/about`)).json()) as ReceiptAnswer
    expect(receipt).toMatchObject({ revision, state: 'live', pages: ['/about'] })
  }, 60_000)
  expect(await (await fetch(`${site.url}/about`)).text()).toContain(`Lead ${EDITS}.`)

  const published = [...site.output().matchAll(/"release":"([^"]+)",.*"msg":"The site was published/gu)]
  const ids = published.map(([, id = '']) => id)
  console.info(`${EDITS} publishes made ${ids.length} releases.`)
  expect(ids.length).toBeLessThan(EDITS)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  const { releases, current } = (await (await fetch(`${site.url}/api/releases`)).json()) as ReleaseList
  expect(current).toBe(ids.at(-1))
  expect(releases).toHaveLength(Math.min(50, ids.length + 1))
  await site.kill('SIGTERM')
})
