import { validatePreviewUrl } from '@sanity/preview-url-secret'
import { readFile } from 'node:fs/promises'
import type { RenderOptions } from '../render.tsx'
import { parseTemplate } from '../template.ts'
import { drawPage, type PageRequest, type PreviewPage } from './draw-page.ts'
import { followDrafts } from './follow.ts'
import type { Scope } from './scope.ts'
import { draftsSource } from './source.ts'
import { createViews } from './view.ts'

export interface PreviewOptions {
  env: Record<string, string | undefined>
  /** The built template's file. */
  template: string
  origin: string
}

/** Pages drawn on request from what the dataset holds now. */
export interface Preview {
  /** Rejects when the dataset does not answer. */
  page(request: PageRequest & { scope: Scope }): Promise<PreviewPage>
  /** Whether the Studio made the secret in this address, not longer than an hour ago. */
  admits(url: string): Promise<boolean>
  /** Which moment pages show now: another one after every change. */
  moment(): Promise<string>
  /** Calls `listener` after each change of the dataset; returns how to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** Opens the preview of one dataset, or says why there can be none. Nothing is read before the first page. */
export function openPreview({ env, template, origin }: PreviewOptions): Preview | string {
  const source = draftsSource(env)
  if (typeof source === 'string') return source
  const { client, lake } = source
  const drafts = followDrafts(client)
  const viewOf = createViews(lake)
  const recaptchaSiteKey = env['RECAPTCHA_SITE_KEY']
  const settings = { origin, withPolicy: false, ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}) }

  async function optionsNow(): Promise<RenderOptions> {
    return { ...settings, template: parseTemplate(await readFile(template, 'utf8')) }
  }

  return {
    page: async ({ scope, ...request }) => {
      const [reading, options] = await Promise.all([drafts.read(), optionsNow()])
      return drawPage(viewOf(reading, scope), request, options)
    },
    admits: async (url) => (await validatePreviewUrl(client, url)).isValid,
    moment: async () => (await drafts.read()).moment,
    subscribe: (listener) => drafts.subscribe(listener),
    close: () => drafts.close(),
  }
}
