import path from 'node:path'
import type { CheckEditor } from '../editors/editors.ts'
import type { Env } from '../env-schema.ts'
import { followRelease } from '../http/release.ts'
import type { Log } from '../log.ts'
import { hasPeople } from '../people/open-people.ts'
import type { Renderers } from '../publishing/renderer.ts'
import type { Database } from '../store/database/database.ts'
import { createShares, type PreviewTables } from '../store/shares.ts'
import { editorSessions } from './editor-sessions.ts'
import { followRenderers } from './follow-renderers.ts'
import { createPreviewEvents } from './preview-events.ts'
import type { PreviewDeps } from './preview-routes.ts'
import { createPreviews } from './previews.ts'
import { showReleases } from './release-preview.ts'

export interface PreviewOptions {
  env: Env
  /** The folder with `site`, `server` and `preview`. */
  dist: string
  /** Where the share links are. */
  database: Database<PreviewTables>
  /** Address of this server, which pages name as theirs where no other is set. */
  url: string
  /** Render the drafts. */
  renderers: Renderers
  checkEditor: CheckEditor
  /** Brings a release here that another node published. */
  fetchRelease: (id: string) => Promise<void>
  log: Log
}

/** Opens the previews of this server's content; nothing is read before somebody enters. */
export function openPreviews(options: PreviewOptions): PreviewDeps & { close(): void } {
  const { env, dist, database, url, renderers, checkEditor, log } = options
  const template = path.join(dist, 'server/template.html')
  const drafts = followRenderers(renderers, { template, origin: env.SITE_URL ?? url, dist })
  const project = env.SANITY_PROJECT_ID
  const shares = createShares(database)
  const hasSignIn = hasPeople(env)
  const previews = createPreviews({
    drafts: drafts.current,
    shares,
    dataset: project ? `${project}/${env.SANITY_DATASET ?? ''}` : 'local/production',
    studio: `${env.STUDIO_ORIGIN ?? ''}/studio`,
    now: () => Date.now(),
    sessions: hasSignIn
      ? editorSessions({ checkEditor, token: env.LAKE_TOKEN, key: () => shares.key() })
      : undefined,
  })
  const events = createPreviewEvents(previews, (error) =>
    log.error({ reason: String(error) }, 'A preview no longer follows its drafts.'),
  )
  return {
    previews,
    code: followRelease(path.join(dist, 'preview')),
    studioOrigin: env.STUDIO_ORIGIN,
    checkEditor,
    hasSignIn,
    showRelease: showReleases({ dist, renderers, fetchRelease: options.fetchRelease }),
    events: events.open,
    trustedProxies: env.TRUST_PROXY,
    close: () => {
      events.close()
      drafts.close()
    },
  }
}
