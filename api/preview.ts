import path from 'node:path'
import type { Env } from './env.ts'
import { createPreviewEvents } from './routes/preview-events.ts'
import type { PreviewFace } from './routes/preview.ts'
import type { CheckEditor } from './services/editors.ts'
import { createPreviews } from './services/previews.ts'
import { followRelease } from './services/release.ts'
import { openSite, type SitePublisher } from './site.ts'
import { openShares } from './store/shares.ts'

export interface PreviewOptions {
  env: Env
  /** The folder with `site`, `server` and `preview`. */
  dist: string
  dataDir: string
  /** Address of this server, where the local lake answers. */
  url: string
  checkEditor: CheckEditor
}

/** Opens the previews of this server's content; nothing is read before somebody enters. */
export function openPreview(options: PreviewOptions): PreviewFace & { close(): void } {
  const { env, dist, dataDir, url, checkEditor } = options
  const shares = openShares(dataDir)
  const drafts = followSite(dist, { ...process.env, LAKE_URL: url }, env.SITE_URL ?? url)
  const project = env.SANITY_PROJECT_ID
  const previews = createPreviews({
    drafts: drafts.current,
    shares,
    dataset: project ? `${project}/${env.SANITY_DATASET ?? ''}` : 'local/production',
    studio: `${env.STUDIO_ORIGIN ?? ''}/studio`,
    now: () => Date.now(),
  })
  const events = createPreviewEvents(previews)
  return {
    previews,
    code: followRelease(path.join(dist, 'preview')),
    studioOrigin: env.STUDIO_ORIGIN,
    checkEditor,
    events: events.open,
    close: () => {
      events.close()
      drafts.close()
      shares.close()
    },
  }
}

type OpenDrafts = ReturnType<SitePublisher['openPreview']>

/** The drafts as the newest built renderer draws them. */
function followSite(dist: string, env: Record<string, string | undefined>, origin: string) {
  const load = openSite(dist)
  const template = path.join(dist, 'server/template.html')
  let opened: { site: SitePublisher; drafts: OpenDrafts } | undefined
  const closers: (() => void)[] = []

  return {
    current: async () => {
      const site = await load().catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!site) return 'There are no pages to preview yet: run "npm run build" once.'
      if (opened?.site === site) return opened.drafts
      const drafts = site.openPreview({ env, template, origin })
      if (typeof drafts !== 'string') closers.push(() => drafts.close())
      opened = { site, drafts }
      return drafts
    },
    close: () => {
      for (const close of closers) close()
    },
  }
}
