import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ProblemError } from '../../../api/contract/problem.ts'
import { notAllowed } from '../../../api/contract/problems.ts'
import { createApp } from '../../../api/http/app.ts'
import type { Drafts } from '../../../api/previews/drafts.ts'
import { createPreviewEvents } from '../../../api/previews/preview-events.ts'
import { createPreviews } from '../../../api/previews/previews.ts'
import { createShares, type Shares } from '../../../api/store/shares.ts'
import { newPreviewDatabase } from './stores.ts'

const SECRET = 'secret-of-the-studio'
const missing = { name: '404.html', body: Buffer.from('Nothing here.'), brotli: undefined, etag: 'missing' }
const admits = (url: string) =>
  Promise.resolve(new URL(url).searchParams.get('sanity-preview-secret') === SECRET)
const POLICY = "default-src 'none'"

interface NewPreviews {
  dataDir?: string
  dataset?: string
  studioOrigin?: string
  /** Renders pages; sentences without. Entering goes by the secret of this file all the same. */
  drafts?: Partial<Omit<Drafts, 'admits'>>
  /** Looks secrets up in another way. */
  admits?: Drafts['admits']
  /** Cookies of those who are signed in, which name their sessions, too. Nobody has to be without. */
  signedIn?: Set<string>
}

/** Without a cookie they are a program, which is signed in for good. */
const sessionIn = (headers: Headers) => headers.get('cookie') ?? 'a program'

/** An app whose drafts are a sentence, with a clock of its own. What it renders names what it was asked for. */
export function newPreviews(options: NewPreviews = {}) {
  const { signedIn } = options
  const clock = { now: Date.UTC(2025, 9, 31) }
  const listeners = new Set<() => void>()
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'previews-'))
  const drafts: Drafts = {
    page: ({ path: page, scope, studio, bar }) =>
      Promise.resolve({
        status: 200,
        policy: POLICY,
        html: `${page} ${JSON.stringify(scope)} ${studio ?? 'read-only'} ${bar.base}`,
      }),
    side: ({ path: page, side }) => Promise.resolve({ status: 200, policy: POLICY, html: `${side} ${page}` }),
    compare: ({ path: page }) => Promise.resolve({ status: 200, policy: POLICY, html: `compare ${page}` }),
    ended: ({ end }) => Promise.resolve({ status: 410, policy: POLICY, html: end }),
    moment: () => Promise.resolve(String(clock.now)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...options.drafts,
    admits: options.admits ?? admits,
  }
  const store = { broken: false }
  const stored = createShares(newPreviewDatabase(dataDir))
  const shares: Shares = {
    ...stored,
    isLive: (token, now) => {
      if (store.broken) return Promise.reject(new Error('disk I/O error'))
      return stored.isLive(token, now)
    },
  }
  const previews = createPreviews({
    drafts: () => Promise.resolve(drafts),
    shares,
    dataset: options.dataset ?? 'local/production',
    studio: '/studio',
    now: () => clock.now,
    sessions: signedIn && {
      nameOf: (headers) => Promise.resolve(sessionIn(headers)),
      isLive: (name) => Promise.resolve(name === 'a program' || signedIn.has(name)),
    },
  })
  const errors: unknown[] = []
  const events = createPreviewEvents(previews, (error) => void errors.push(error))
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map([[missing.name, missing]])),
    preview: {
      previews,
      code: () => Promise.resolve(new Map()),
      studioOrigin: options.studioOrigin,
      checkEditor: ({ headers }) => {
        const isEditor = !signedIn || headers.has('authorization') || signedIn.has(sessionIn(headers))
        if (!isEditor) return Promise.reject(new ProblemError(notAllowed(401, 'Who are you?')))
        return Promise.resolve({ name: 'Ada', role: 'administrator' as const })
      },
      hasSignIn: signedIn !== undefined,
      showRelease: ({ release, path: page, hasBar }) =>
        Promise.resolve(new Response(`${release} ${page}${hasBar ? ' with a bar' : ''}`)),
      events: events.open,
      trustedProxies: 1,
    },
  })

  function get(target: string, init: RequestInit = {}) {
    return Promise.resolve(app.request(target, init, {}))
  }

  /** The address that a secret of the Studio leads to. */
  async function enter(page = '/', extra = ''): Promise<string> {
    return (await get(entryTo(page, extra))).headers.get('location') ?? ''
  }

  async function share(request: object): Promise<{ id: string; url: string }> {
    const answer = await get('/api/preview/shares', { method: 'POST', body: JSON.stringify(request) })
    return (await answer.json()) as { id: string; url: string }
  }

  function change(): void {
    for (const listener of listeners) listener()
  }
  return { app, clock, dataDir, store, errors, previews, get, enter, share, change, listeners }
}

/** Where the Studio sends an editor. */
export function entryTo(page = '/', extra = ''): string {
  const query = `sanity-preview-secret=${SECRET}&sanity-preview-pathname=${encodeURIComponent(page)}`
  return `/api/preview/enter?${query}${extra}`
}

/** What an address answers that never led anywhere. */
export async function nothing(site: ReturnType<typeof newPreviews>) {
  const answer = await site.get('/preview/nothing/about')
  return { status: answer.status, body: await answer.text() }
}

/** Status and text of what an address answers. */
export async function answerOf(site: ReturnType<typeof newPreviews>, address: string) {
  const answer = await site.get(address)
  return { status: answer.status, body: await answer.text() }
}

/** The token in the address of a page. */
export function tokenIn(address: string): string {
  return address.split('/')[2] ?? ''
}
