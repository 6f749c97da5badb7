import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from './env.ts'
import { createPreviewEvents } from './routes/preview-events.ts'
import type { PreviewFace } from './routes/preview.ts'
import { createPreviews, type Drafts } from './services/previews.ts'
import { followRelease } from './services/release.ts'
import { openShares } from './store/shares.ts'

interface OpenDrafts extends Drafts {
  close(): void
}

/** What the built site's renderer gives for drafts. */
interface Bundle {
  openPreview(options: {
    env: Record<string, string | undefined>
    template: string
    origin: string
  }): OpenDrafts | string
}

export interface PreviewOptions {
  env: Env
  /** The folder with `site`, `server` and `preview`. */
  dist: string
  dataDir: string
  /** Address of this server, where the local lake answers. */
  url: string
}

/** Opens the previews of this server's content; nothing is read before somebody enters. */
export function openPreview({ env, dist, dataDir, url }: PreviewOptions): PreviewFace & { close(): void } {
  const shares = openShares(dataDir)
  const drafts = draftsOf(dist, { ...env, LAKE_URL: url }, env.SITE_URL ?? url)
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
    events: events.open,
    close: () => {
      events.close()
      drafts.close()
      shares.close()
    },
  }
}

function draftsOf(dist: string, env: PreviewOptions['env'] & { LAKE_URL: string }, origin: string) {
  const file = path.join(dist, 'server/publish.js')
  const template = path.join(dist, 'server/template.html')
  let opened: { version: number; drafts: Promise<OpenDrafts | string> } | undefined
  const closers: (() => void)[] = []

  async function load(version: number): Promise<OpenDrafts | string> {
    // The address must change with the bundle, or Node answers with the one it loaded before.
    const bundle = (await import(`${pathToFileURL(file).href}?${version}`)) as Bundle
    const settings = Object.entries(env).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const drafts = bundle.openPreview({ env: Object.fromEntries(settings), template, origin })
    if (typeof drafts !== 'string') closers.push(() => drafts.close())
    return drafts
  }

  return {
    current: async () => {
      const { mtimeMs: version } = await stat(file)
      if (opened?.version !== version) opened = { version, drafts: load(version) }
      return opened.drafts
    },
    close: () => {
      for (const close of closers) close()
    },
  }
}
