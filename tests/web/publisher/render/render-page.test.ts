import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentSource } from '../../../../web/content/client.ts'
import { createReader } from '../../../../web/content/documents.ts'
import { ownImages } from '../../../../web/content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../../../web/content/snapshot.ts'
import type { Preview } from '../../../../web/preview/preview.ts'
import { pageFile } from '../../../../web/publisher/release/manifest.ts'
import { styleSheetIn, styleSheetTag } from '../../../../web/publisher/release/style-sheet.ts'
import type * as Renderer from '../../../../web/publisher/renderer.ts'
import { styledScript } from '../../../../web/site/inline-scripts.ts'
import { routes } from '../../../../web/site/routes.tsx'
import { newBuiltSite, ORIGIN, PROXIED } from '../../../support/built-site.ts'
import { startLake } from '../../../support/lake.ts'
import { removeSiteFolder } from '../../../support/own-site.ts'

// A build takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const BASE = '/preview/T'
const STAMP = /<meta name="release-stamp"[^>]*>/
const bar = {
  kind: 'editor',
  shows: 'Drafts',
  perspective: 'drafts',
  expires: '2030-01-01T00:00:00Z',
  base: BASE,
} as const

let lake: Awaited<ReturnType<typeof startLake>>
let folder: string
let dist: string
/** What the build wrote, whatever is served since. */
let release: string
let snapshot: Snapshot
let renderer: typeof Renderer
let preview: Preview

beforeAll(async () => {
  folder = await newBuiltSite(PROXIED)
  dist = path.join(folder, 'dist')
  lake = await startLake(undefined, path.join(folder, 'data'))
  const record = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as { release: string }
  release = path.join(dist, 'releases', record.release)
  renderer = (await import(path.join(dist, 'server/publish.js'))) as typeof Renderer

  const source = contentSource({ LAKE_URL: lake.url })
  const documents = await createReader(source)()
  snapshot = snapshotOf(ownImages(documents))
  const template = path.join(dist, 'server/template.html')
  preview = renderer.openPreview({ env: { LAKE_URL: lake.url }, template, origin: ORIGIN })
})

afterAll(async () => {
  preview.close()
  await lake.close()
  removeSiteFolder(folder)
})

function built(page: string): Promise<string> {
  return readFile(path.join(release, pageFile(page)), 'utf8')
}

/** Where two pages part; whole ones would be too long to read in a message. */
function difference(one: string, other: string): [string, string] | undefined {
  if (one === other) return undefined
  let start = 0
  while (one[start] === other[start]) start += 1
  return [one.slice(start - 40, start + 80), other.slice(start - 40, start + 80)]
}

test.each(routes)('the build and a publish write the same bytes: $path', async ({ path: page }) => {
  const template = renderer.parseTemplate(await readFile(path.join(dist, 'server/template.html'), 'utf8'))
  const route = renderer.routesOf(snapshot.content).find((one) => one.path === page)
  if (!route) throw new Error(`The bundle has no route ${page}.`)
  const { html } = await renderer.renderPage(route, snapshot, { template, origin: ORIGIN })
  expect(difference(html, await built(page))).toBeUndefined()
})

test.each(routes)(
  'the font, and nothing that a policy is for, stands before it: $path',
  async ({ path: page }) => {
    const [before = '', after = ''] = (await built(page)).split('<meta http-equiv="Content-Security-Policy"')
    expect(before).toMatch(/<link rel="preload" [^>]*as="font"/)
    expect(before).not.toMatch(/<(?:script|style)|rel="(?:stylesheet|modulepreload)"/)
    // Deferred, it would hold up the end of the document.
    expect(after).toMatch(/<script async type="module"/)
  },
)

test.each(routes)(
  'a preview shows the same bytes, except for what it adds: $path',
  async ({ path: page }) => {
    const scope = { perspective: 'drafts' } as const
    const { html } = await preview.page({ path: page, scope, bar, studio: '/studio' })
    const shown = html
      .replace('<script type="module" src="/preview/-/client.js"></script>', '')
      .replace(/<preview-bar.*<\/preview-bar\s*>/s, '')
      .replaceAll(/ data-sanity(?:-drag-disable)?="[^"]*"/g, '')
      .replaceAll(`href="${BASE}/`, 'href="/')
      // Pictures of drafts are in no release yet. The stamp is a hash of their addresses, too.
      .replaceAll('/images/local/production/', '/assets/pictures/')
      .replace(STAMP, '')
    // It has a policy of its own, as a header, nothing fetches pages ahead of a click, and its own script is the first.
    const published = (await built(page))
      .replace('<script async', '<script')
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      .replace(/<script type="speculationrules">.*?<\/script>/s, '')
      .replace(STAMP, '')
    // No release has files for a draft: all its rules are in it.
    const styleSheet = styleSheetIn(published)
    const css = styleSheet && (await readFile(path.join(release, styleSheet), 'utf8'))
    const inlined = styleSheet
      ? published.replace(
          `${styleSheetTag({ file: styleSheet })}<script>${styledScript}</script>`,
          () => `<style id="below">${css}</style>`,
        )
      : published
    expect(html).toContain('data-sanity=')
    expect(difference(shown, inlined)).toBeUndefined()
  },
)

test('only a page that lays out its first view first has the script that goes with it', async () => {
  const script = "d.below=''"
  for (const page of ['/', '/platform']) expect(await built(page), page).toContain(script)
  for (const page of ['/privacy', '/contact', '/about']) expect(await built(page), page).not.toContain(script)
})

test('a page has no router in the browser', async () => {
  const pages = await Promise.all(routes.map(({ path: page }) => built(page)))
  expect(pages.filter((html) => /staticRouter|__VITE_REACT_SSG|data-server-rendered/.test(html))).toEqual([])
})
