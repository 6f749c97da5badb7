import { isOperational } from '../contract/operational-error.ts'
import type { PreviewPage, Scope, ShareEnd } from '../contract/previews.ts'
import { ProblemError } from '../contract/problem.ts'
import { tooManyReads } from '../contract/problems.ts'
import type { Grant } from './preview-token.ts'

/** What renders pages from drafts: the built site's renderer on the dataset. */
export interface Drafts {
  page(request: {
    path: string
    scope: Scope
    studio?: string
    bar: {
      kind: Grant['kind']
      shows: string
      perspective: string
      expires: string
      base: string
    }
  }): Promise<PreviewPage>
  side(request: { path: string; scope: Scope; side: 'before' | 'after'; base: string }): Promise<PreviewPage>
  compare(request: { path: string; scope: Scope; base: string }): Promise<PreviewPage>
  /** What a share link shows that leads nowhere any more. */
  ended(request: { end: ShareEnd }): Promise<PreviewPage>
  /** Whether the Studio made the secret in this address, not longer than an hour ago. */
  admits(url: string): Promise<boolean>
  /** Which moment pages show now: another one after every change. */
  moment(): Promise<string>
  subscribe(listener: () => void): () => void
}

/**
 * Called each time, as the renderer may have been replaced.
 * @throws OperationalError while it is not built, or something is not configured
 */
export type GetDrafts = () => Promise<Drafts>

/** Secrets looked up at a time: for each, the renderer asks the dataset. */
const MAX_LOOKUPS = 8

/** Tells which moment pages show, now and after each change; returns how to stop. Nothing if there is no renderer. */
export async function followMoments(drafts: GetDrafts, tell: (moment: string) => void): Promise<() => void> {
  const source = await drafts().catch((error: unknown) => {
    if (!isOperational(error)) throw error
  })
  if (!source) return () => undefined
  const momentNow = async () => (await drafts()).moment()
  // A moment that can't be read now is told when the dataset answers again.
  const tellMoment = () => void momentNow().then(tell, () => undefined)
  tellMoment()
  return source.subscribe(tellMoment)
}

/** Looks up whether the Studio made the secret in an address, at most so many at a time. */
export function createLookups(drafts: GetDrafts): (url: string) => Promise<boolean> {
  let underWay = 0
  return async (url) => {
    if (underWay >= MAX_LOOKUPS) throw new ProblemError(tooManyReads)
    underWay += 1
    try {
      return await (await drafts()).admits(url)
    } finally {
      underWay -= 1
    }
  }
}

/** Renders these pages once for each moment, as everybody who was ever sent a link can ask for them. */
export function createEndedPages(drafts: GetDrafts): (end: ShareEnd) => Promise<PreviewPage> {
  const pages = new Map<ShareEnd, { moment: string; page: Promise<PreviewPage> }>()
  return async (end) => {
    const source = await drafts()
    const moment = await source.moment()
    const kept = pages.get(end)
    if (kept?.moment === moment) return kept.page
    const latest = { moment, page: source.ended({ end }) }
    pages.set(end, latest)
    latest.page.catch((error: unknown) => {
      // Content that can't be rendered stays so until it changes. A thread that was lost is started again.
      if (!isOperational(error) && pages.get(end) === latest) pages.delete(end)
    })
    return latest.page
  }
}
