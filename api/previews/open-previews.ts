import path from 'node:path'
import { OperationalError } from '../contract/operational-error.ts'
import type { Env } from '../env-schema.ts'
import type { Log } from '../log.ts'
import { createPreviewEvents } from './preview-events.ts'
import type { PreviewDeps } from './preview-routes.ts'
import type { CheckEditor } from '../editors/editors.ts'
import { editorSessions } from './editor-sessions.ts'
import { createPreviews } from './previews.ts'
import { showReleases } from './release-preview.ts'
import type { Drafts } from './drafts.ts'
import { followRelease } from '../http/release.ts'
import { hasPeople } from '../people/open-people.ts'
import { pauseAfter } from '../publishing/back-off.ts'
import type { DraftsOptions, Renderers, Renderer } from '../publishing/renderer.ts'
import type { Database } from '../store/database/database.ts'
import { createShares, type PreviewTables } from '../store/shares.ts'

export interface PreviewOptions {
  env: Env
  /** The folder with `site`, `server` and `preview`. */
  dist: string
  /** Where the share links are. */
  database: Database<PreviewTables>
  /** Address of this server, which pages name as theirs where no other is set. */
  url: string
  /** Draws the drafts. */
  renderers: Renderers
  checkEditor: CheckEditor
  /** Brings a release here that another node drew. */
  fetchRelease: (id: string) => Promise<void>
  log: Log
}

/** Opens the previews of this server's content; nothing is read before somebody enters. */
export function openPreview(options: PreviewOptions): PreviewDeps & { close(): void } {
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

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/** The drafts as the newest built renderer draws them: listeners stay when the thread that draws is replaced. */
function followRenderers(renderers: Renderers, options: DraftsOptions) {
  const listeners = new Set<() => void>()
  let opened: { renderer: Renderer; drafts: Promise<Drafts> } | undefined
  let source: Drafts | undefined
  let unfollow: (() => void) | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    follow()
    return () => {
      listeners.delete(listener)
      follow()
    }
  }

  /** Follows the drafts while somebody listens: the thread that draws can't rest else. */
  function follow(): void {
    unfollow?.()
    unfollow = listeners.size > 0 ? source?.subscribe(tell) : undefined
  }

  async function open(renderer: Renderer): Promise<Drafts> {
    const drafts = await renderer.drafts(options)
    if (typeof drafts === 'string') throw new OperationalError(drafts)
    if (opened?.renderer === renderer) {
      source = drafts
      follow()
    }
    void renderer.ended.then(() => (opened?.renderer === renderer ? reopen(1) : undefined))
    return { ...drafts, subscribe }
  }

  /** Nobody asks for a page that is open: what follows it opens the drafts again, and hears what changed meanwhile. */
  function reopen(attempt: number): void {
    clearTimeout(retry)
    if (isClosed || listeners.size === 0) return
    retry = setTimeout(
      () => {
        current().then(tell, () => reopen(attempt + 1))
      },
      pauseAfter(attempt, FIRST_RETRY_MS, MAX_RETRY_MS),
    )
    retry.unref()
  }

  async function current(): Promise<Drafts> {
    const renderer = await renderers.current().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new OperationalError('There are no pages to preview yet: run "npm run build" once.')
    })
    if (opened?.renderer === renderer) return opened.drafts
    const drafts = open(renderer)
    const own = { renderer, drafts }
    opened = own
    drafts.catch(() => {
      if (opened === own) opened = undefined
    })
    return drafts
  }

  return {
    current,
    close: () => {
      isClosed = true
      clearTimeout(retry)
    },
  }
}
