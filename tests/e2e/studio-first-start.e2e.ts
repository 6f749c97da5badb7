import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../support/lake.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite } from '../support/own-site.ts'
import { box, expect, goTo, publish, studioIsBuilt, test as base } from './support/studio.ts'

const MISSING = 'legal-tos'

const SEED = path.join(root, 'studio/seed')

/** A server on the launch content without one page: it was never there, so no history has it. */
const test = base.extend<{ baseURL: string }, { ownUrl: string }>({
  ownUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide, { project }) => {
      // Two servers would build the Studio at once.
      await studioIsBuilt(project.use.baseURL ?? '')
      const folder = newSiteFolder()
      const seed = mkdtempSync(path.join(tmpdir(), 'seed-'))
      cpSync(SEED, seed, { recursive: true })
      const lines = seedLines().filter((line) => idOf(line) !== MISSING)
      writeFileSync(path.join(seed, 'data.ndjson'), lines.join('\n'))
      const env = { ...process.env, DATA_DIR: path.join(folder, 'data') }
      const command = ['studio/cli/content.ts', 'import', seed]
      execFileSync(process.execPath, command, { cwd: root, env, stdio: 'ignore' })
      rmSync(seed, { recursive: true })
      const site = await startOwnSite(folder)
      await expect
        .poll(async () => (await fetch(`${site.url}/studio`)).status, { timeout: 300_000, intervals: [1000] })
        .toBe(200)
      await provide(site.url)
      await site.kill('SIGTERM')
      removeSiteFolder(folder)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownUrl }, provide) => provide(ownUrl),
})

function seedLines(): string[] {
  return readFileSync(path.join(SEED, 'data.ndjson'), 'utf8').trim().split('\n')
}

function idOf(line: string): string {
  return (JSON.parse(line) as { _id: string })._id
}

test('writes a page that is missing at its own address, and with its publish there is a site', async ({
  page,
  context,
  baseURL,
  lake,
  refusals,
}) => {
  refusals.push(/^503 /)
  const visitor = await context.newPage()
  const answer = await visitor.goto('/tos')
  expect(answer?.status()).toBe(503)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Not here yet')

  await goTo(page, '/studio')
  const state = page.getByRole('status', { name: 'State of the site' })
  await expect(state).toContainText('There is no site yet')
  await expect(page.getByRole('region', { name: 'Held back' })).toContainText('is missing')
  await page.getByRole('link', { name: 'Site versions' }).click()
  const waits = page.getByRole('region', { name: 'What waits' })
  await expect(waits).toContainText('There is no site yet')
  await waits.getByRole('link', { name: 'Legal page “tos”' }).click()
  const title = box(page, 'title')
  await title.fill('Terms, written anew')
  const draft = () => lake.client.getDocument(`drafts.${MISSING}`)
  await expect
    .poll(draft)
    .toMatchObject({ _type: 'legalPage', title: 'Terms, written anew', slug: { current: 'tos' } })
  // The rest as it was, which would take a while to type.
  const { seo, updated, intro, body } = JSON.parse(
    seedLines().find((line) => idOf(line) === MISSING) ?? '',
  ) as Record<string, unknown>
  await lake.client.patch(`drafts.${MISSING}`).set({ seo, updated, intro, body }).commit()
  await publish(page)
  // The tab that was there before the site opens it by itself.
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Terms, written anew', {
    timeout: 120_000,
  })
  await expect(state).toBeEmpty({ timeout: 30_000 })
  expect((await fetch(`${baseURL}/api/ready`)).status).toBe(200)
})
