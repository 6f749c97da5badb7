import type { SanityClient } from '@sanity/client'
import {
  apiVersion,
  fetchSecretQuery,
  tag,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { readFile } from 'node:fs/promises'
import type { PreviewPage, Scope, ShareEnd } from '../../api/contract/previews.ts'
import { draftsSource } from '../content/client.ts'
import type { Documents } from '../content/documents.ts'
import { readLastGood } from '../publisher/release/last-good.ts'
import type { RenderOptions } from '../publisher/render/render-page.tsx'
import { parseTemplate } from '../publisher/render/template.ts'
import { comparePage } from './compare-page.ts'
import { comparedSide, heldBy, NOT_PUBLISHED, renderSide, type Side } from './compare.ts'
import { documentsIn } from './documents-in.ts'
import { endedPage } from './ended-page.tsx'
import { followDrafts } from './follow.ts'
import { livePath, withRedirects } from './moved-pages.ts'
import { isServed, servedPage } from './release-page.ts'
import { renderDraft, type PageRequest } from './render-draft.ts'
import { createViews, type View } from './view.ts'

export interface PreviewOptions {
  env: Record<string, string | undefined>
  /** The built template's file. */
  template: string
  origin: string
  /** The folder of the site that visitors get. Without one, what is published counts as that. */
  dist?: string | undefined
}

/** A page of a comparison, by the address that the preview's pages are below. */
interface SideRequest {
  path: string
  scope: Scope
  side: 'before' | 'after'
  base: string
}

/** Pages rendered on request from what the dataset holds now. */
export interface Preview {
  /** Rejects when the dataset does not answer. */
  page(request: PageRequest & { scope: Scope }): Promise<PreviewPage>
  /** One side of a comparison with what visitors get. Rejects as `page` does. */
  side(request: SideRequest): Promise<PreviewPage>
  /** Both sides, and what would hold the drafts back. */
  compare(request: Omit<SideRequest, 'side'>): Promise<PreviewPage>
  /** What a share link shows that is no longer valid. Rejects as `page` does. */
  ended(request: { end: ShareEnd }): Promise<PreviewPage>
  /** Whether the Studio made the secret in this address, not longer than an hour ago. */
  admits(url: string): Promise<boolean>
  /** Which moment pages show now: another one after every change. */
  moment(): Promise<string>
  /** Calls `listener` after each change of the dataset; returns how to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}

const PUBLISHED = { perspective: 'published' } as const

/**
 * Opens the preview of one dataset. Nothing is read before the first page.
 * @throws OperationalError when its drafts can't be read
 */
export function openPreview({ env, template, origin, dist }: PreviewOptions): Preview {
  const { client, lake } = draftsSource(env)
  const drafts = followDrafts(client)
  const viewOf = createViews(lake)
  const recaptchaSiteKey = env['RECAPTCHA_SITE_KEY']
  const settings = { origin, isReleased: false, ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}) }

  async function optionsNow(): Promise<RenderOptions> {
    return { ...settings, template: parseTemplate(await readFile(template, 'utf8')) }
  }

  /** The documents of the site that visitors get; undefined before the first release. */
  async function shownNow(): Promise<Documents | undefined> {
    const kept = dist === undefined ? undefined : await readLastGood(dist)
    return kept && kept.size > 0 ? kept : undefined
  }

  /** What visitors get at a path; before the first release, what is published. */
  async function beforeAt(path: string | undefined, view: View, options: RenderOptions): Promise<Side> {
    if (path === undefined) return { reason: NOT_PUBLISHED }
    const served = dist === undefined ? undefined : await servedPage(dist, path)
    return served ?? renderSide('before', { path, view }, options)
  }

  return {
    page: async ({ scope, ...request }) => {
      const [reading, options] = await Promise.all([drafts.read(), optionsNow()])
      const published = viewOf(reading, PUBLISHED).documents
      const livePathOf = async (path: string, shown: Documents): Promise<string | undefined> => {
        const place = livePath(path, shown, published)
        const isLive = place !== undefined && (dist === undefined || (await isServed(dist, place)))
        return isLive ? place : undefined
      }
      return renderDraft(viewOf(reading, scope), { ...request, livePathOf }, options)
    },
    side: async ({ scope, path, side, base }) => {
      const [reading, options] = await Promise.all([drafts.read(), optionsNow()])
      const [view, published] = [viewOf(reading, scope), viewOf(reading, PUBLISHED)]
      const live = livePath(path, view.documents, (await shownNow()) ?? published.documents)
      const before = await beforeAt(live, published, options)
      const after = await renderSide('after', { path, view }, options)
      return comparedSide({ before, after }, { side, base })
    },
    compare: async ({ scope, ...request }) => {
      const [{ documents: stored }, options] = await Promise.all([drafts.read(), optionsNow()])
      const published = documentsIn(stored, PUBLISHED)
      const live = (await shownNow()) ?? published
      const seen = documentsIn(stored, scope)
      // A release leaves no redirects.
      const draft = scope.perspective === 'stack' ? seen : withRedirects(seen, published)
      const held = await heldBy({ published: live, draft }, options)
      const titled = held.map((one) => ({
        ...one,
        title: (draft.get(one._id) ?? live.get(one._id))?.['title'],
      }))
      return comparePage({ ...request, held: titled })
    },
    ended: async ({ end }) => {
      const [reading, options] = await Promise.all([drafts.read(), optionsNow()])
      return endedPage(viewOf(reading, PUBLISHED), end, options)
    },
    admits: (url) => isStudioSecret(client, url),
    moment: async () => (await drafts.read()).moment,
    subscribe: (listener) => drafts.subscribe(listener),
    close: () => drafts.close(),
  }
}

/**
 * Whether the Studio made the secret in this address, not longer than an hour ago. Sanity's own check takes the secret
 * of a shared preview as well, which never expires, and which anybody who may write can set unseen.
 */
async function isStudioSecret(client: SanityClient, url: string): Promise<boolean> {
  const secret = new URL(url).searchParams.get(urlSearchParamPreviewSecret) ?? ''
  if (secret.trim() === '') return false
  const asking = client.withConfig({ apiVersion, perspective: 'raw', useCdn: false })
  const found = await asking.fetch<{ secret: string } | null>(fetchSecretQuery, { secret }, { tag })
  return found?.secret === secret
}
