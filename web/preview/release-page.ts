import { html as markup, raw } from 'hono/html'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PreviewPage } from '../../api/contract/previews.ts'
import { pageFile, readManifest, type Manifest } from '../publisher/release/manifest.ts'
import { currentFolder } from '../publisher/release/switch.ts'
import { palette } from '../theme/tokens.ts'
import type { Markup } from './bar.ts'
import { NOT_RENDERED, NOT_PUBLISHED, type Side } from './compare.ts'
import { STILL_POLICY } from './policy.ts'
import { keepLinksIn, plainPage } from './render-draft.ts'

interface ReleasePageRequest {
  /** Id of the release. */
  release: string
  /** Path of the page on the site, without a trailing slash. */
  path: string
  /** Address of the release's pages, without a trailing slash. */
  base: string
  /** Whether the page names its version: a screenshot of it does not. */
  hasBar: boolean
}

const SCRIPTS = /<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs
const OWN_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/
const ASSETS = /(["'(\s,])\/assets\//g

/**
 * A page of a release as it is on disk, for viewing: without scripts, with links and files of the same release. Its
 * words and pictures are those that visitors saw.
 */
export async function releasePage(
  dist: string,
  { release, path: page, base, hasBar }: ReleasePageRequest,
): Promise<PreviewPage> {
  const id = path.basename(release)
  const manifest = await readManifest(dist, id)
  if (!manifest) return missing('This version of the site is no longer kept.')
  const text = await pageText(dist, manifest, page)
  if (text === undefined) return missing('The site had no such page in this version.')
  const still = withoutCode(keepLinksIn(text, base)).replace(
    ASSETS,
    (_, before: string) => `${before}${base}/assets/`,
  )
  const bar = hasBar ? String(await barHtml(manifest.at)) : ''
  return { status: 200, html: still.replace('</body>', () => `${bar}</body>`), policy: STILL_POLICY }
}

/**
 * A page as visitors get it, of the release that is served: that can be an earlier one, where the site is pinned to it,
 * and can hold documents back. Undefined before the first release.
 */
export async function servedPage(dist: string, page: string): Promise<Side | undefined> {
  const manifest = await servedManifest(dist)
  if (!manifest) return undefined
  if (!(page in manifest.pages)) return { reason: NOT_PUBLISHED }
  const text = await pageText(dist, manifest, page)
  return text === undefined ? { reason: NOT_RENDERED } : { html: withoutCode(text) }
}

/** Whether visitors get a page at this path. Before the first release, they get what is published. */
export async function isServed(dist: string, page: string): Promise<boolean> {
  const manifest = await servedManifest(dist)
  return !manifest || page in manifest.pages
}

async function servedManifest(dist: string): Promise<Manifest | undefined> {
  const folder = await currentFolder(dist)
  return folder === undefined ? undefined : readManifest(dist, path.basename(folder))
}

/** A page of a release as it is on disk; none where the release has no such page, or its file is gone. */
async function pageText(dist: string, { id, pages }: Manifest, page: string): Promise<string | undefined> {
  const file = path.join(dist, 'releases', id, pageFile(page))
  return page in pages ? readFile(file, 'utf8').catch(() => undefined) : undefined
}

/** The page without scripts, and without its own policy, which would refuse the styles that are added. */
function withoutCode(html: string): string {
  return html.replace(SCRIPTS, '').replace(OWN_POLICY, '')
}

const { light } = palette

const BAR_STYLE = `
:host{position:fixed;z-index:2147483000;inset:auto 0 0 0;font:13px/20px system-ui,sans-serif}
p{margin:0;padding:8px 16px;text-align:center;background:${light.inv};color:${light.invInk};border-top:1px solid ${light.rule2}}
`

function barHtml(at: string): Markup {
  return markup`<version-bar
    ><template shadowrootmode="open"
      ><style>
        ${raw(BAR_STYLE)}</style
      ><p role="status">
        The site as of <time datetime="${at}">${at.slice(0, 10)}, ${at.slice(11, 16)} UTC</time>, to look at: nothing moves here, and no form is sent.
      </p></template
    ></version-bar
  >`
}

async function missing(sentence: string): Promise<PreviewPage> {
  const page = await plainPage(sentence, markup`<p>${sentence}</p>`)
  return { status: 404, html: String(page), policy: STILL_POLICY }
}
