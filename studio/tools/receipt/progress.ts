import type { DeployTargetState, Receipt } from '../../../api/contract/publishing.ts'
import { timeOf } from '../time.ts'

/** A receipt in an editor's words. */
export interface Progress {
  state: 'under way' | 'live' | 'held' | 'waiting'
  /** What has happened so far, and last what is happening. */
  steps: { title: string; isDone: boolean }[]
  message?: string
}

const NOT_HEARD =
  'The site has not received it yet. If that lasts, it picks up the new version by itself within five minutes.'

const PREVIOUS = 'The site still shows the previous version.'
const NOT_SHOWN = 'It is not on the site yet.'

/** What somebody who looks at a document is waiting for. */
export interface Waiting {
  /** Whether there is news to come: something was published, or taken away, since the document was opened. */
  isExpected: boolean
  /** Whether it has been waited for longer than it takes. */
  isLate: boolean
}

/**
 * How far the revision that is published now has come. Nothing where none of the document was published since
 * the site keeps receipts.
 * @param revision none where the document is not published
 */
export function progressOf(
  receipt: Receipt | null,
  revision: string | null,
  { isExpected, isLate }: Waiting,
  now: Date = new Date(),
): Progress | undefined {
  if (receipt === null && !isExpected) return undefined
  const what = revision === null ? 'Unpublished' : 'Published'
  if (receipt?.revision !== revision) return underWay([what], isLate ? NOT_HEARD : undefined)
  const { state, publishedAt, tookMs, isShown } = receipt
  const first = [what, knownTime(publishedAt, now)].filter(Boolean).join(' ')
  if (state === 'received') return underWay([first])
  if (state === 'rendering') return underWay([first, 'Rendering'])
  if (state === 'waiting') return done('waiting', [first, 'Waiting'], receipt.message ?? undefined)
  if (state === 'held') return done('held', [first, 'Held'], isShown === false ? NOT_SHOWN : PREVIOUS)
  const took = tookMs === null ? '' : ` in ${seconds(tookMs)}`
  if (revision === null) return done('live', [first, `Off the site${took}`])
  return done('live', [first, 'Rendered', `Live${took}`])
}

/** When it was; nothing where it is not known, which is told as 1970. */
function knownTime(iso: string, now: Date): string {
  return Date.parse(iso) === 0 ? '' : timeOf(iso, now)
}

/** How far it has come to another place that the site lives at. */
export function deployTargetLine({ target, state, tookMs, message }: DeployTargetState): string {
  const where = target.charAt(0).toUpperCase() + target.slice(1)
  if (state === 'pending') return `${where}: under way`
  if (state === 'delivered') return `${where}: live in ${seconds(tookMs)}`
  return `${where}: not yet. ${message ?? ''}`.trim()
}

/** A time that people can compare. @param ms in milliseconds */
function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`
}

function underWay(titles: readonly string[], message?: string): Progress {
  const steps = titles.map((title, index) => ({ title, isDone: index < titles.length - 1 }))
  return { state: 'under way', steps, ...(message !== undefined && { message }) }
}

function done(state: Progress['state'], titles: readonly string[], message?: string): Progress {
  const steps = titles.map((title) => ({ title, isDone: true }))
  return { state, steps, ...(message !== undefined && { message }) }
}
