import type { Receipt } from '../contract/publishing.ts'
import type { PendingHook } from '../store/publishing/publish-hooks.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import { changedDocuments, revisions, verdictOf } from './publish-verdict.ts'
import { recordOf } from './release-records.ts'
import type { Manifest, PublishInput, Published, Renderer } from './renderer.ts'
import type { VerifyServed } from './verify-served.ts'

/** What a run works with. */
export interface RunParts {
  publish: (awaited: PublishInput['awaited']) => ReturnType<Renderer['publish']>
  store: PublishStore
  verifyServed: VerifyServed
}

/** A run that reached its end. `message` says what it could not verify, and another run has to. */
export interface Ran {
  manifest: Manifest
  isNew: boolean
  /** Ids of documents whose announced revision the content does not show. */
  missing: string[]
  /** Whether another run is to go on with pictures. */
  isUnfinished: boolean
  message: string | undefined
  /** The receipts that were written. */
  receipts: Receipt[]
  /** How long each part took, in ms. */
  timings: Published['timings'] & { verify: number }
}

const NOT_SHOWN =
  'The content does not show this document. The site looks again every five minutes; publish it once more to hurry that.'

interface Work {
  pending: readonly PendingHook[]
  awaited: PublishInput['awaited']
  /** What was served until now. */
  before: Manifest | undefined
}

type AwaitedDocument = PublishInput['awaited'][number]
type Newest = Pick<PendingHook, 'document' | 'revision' | 'publishedAt' | 'receivedAt'>

/**
 * Publishes what is pending, verifies it in the pages as served, and writes the receipts. Hooks are finished only once
 * their revision was verified.
 * @throws OperationalError when nothing could be published
 */
export async function runPublish(
  { publish, store, verifyServed }: RunParts,
  { pending, awaited, before }: Work,
): Promise<Ran> {
  const startedAt = Date.now()
  const newest = newestOfEach(pending)
  const published = await publish(awaited)

  const { manifest, rendered, missing, isUnfinished } = published
  // Not recorded yet: the disk was full after the switch, or somebody built by hand.
  const isNew = published.isNew || (before !== undefined && before.id !== manifest.id)
  const switchedAt = Date.now()
  const others = isNew ? changedDocuments(before, manifest).filter((id) => !newest.has(id)) : []
  const announced = [...newest.values()].filter(({ document }) => !missing.includes(document))
  const wanted: Newest[] = [...announced, ...(await unannounced(store, others, manifest, startedAt))]
  const pages = new Set([...rendered, ...wanted.flatMap((one) => verdictOf(one, manifest).pages)])
  const wrong = new Set(await verifyServed([...pages], manifest))
  const timings = { ...published.timings, verify: Date.now() - switchedAt }

  const unfinished = new Set(missing)
  const settled: Receipt[] = []
  const since = Math.min(startedAt, ...pending.map(({ receivedAt }) => receivedAt))
  await store.transaction(async ({ hooks, receipts, releases }) => {
    if (isNew) {
      const { read, render, write, switch: switching } = published.timings
      const isTold = pending.length > 0
      const tookMs = isTold ? switchedAt - since : Math.round(read + render + write + switching)
      const cause = isTold ? 'publish' : 'sweep'
      await releases.put(recordOf(before, manifest, { cause, tookMs }))
    }
    for (const one of wanted) {
      const receipt = receiptOf(one, manifest, wrong)
      if (receipt === 'wait') unfinished.add(one.document)
      else if (receipt === undefined) await receipts.remove(one.document, one.revision)
      else {
        await receipts.put(receipt)
        settled.push(receipt)
      }
    }
    const done = pending.filter(({ document }) => !unfinished.has(document))
    await hooks.finish(done.map(({ id }) => id))
  })
  const isUnverified = unfinished.size > missing.length
  const message = isUnverified ? messageAbout([...wrong]) : undefined
  return { manifest, isNew, missing, isUnfinished, message, receipts: settled, timings }
}

/** The revisions that a publish has to show: the newest of each document, unless that was looked for in vain. */
export function awaitedOf(pending: readonly PendingHook[], inVain: ReadonlySet<number>): AwaitedDocument[] {
  return [...newestOfEach(pending).values()]
    .filter(({ id }) => !inVain.has(id))
    .map(({ document, revision, publishedAt }) => ({ _id: document, _rev: revision, at: publishedAt }))
}

function newestOfEach(pending: readonly PendingHook[]): Map<string, PendingHook> {
  const newest = new Map<string, PendingHook>()
  for (const hook of pending) {
    const known = newest.get(hook.document)
    if (!known || hook.publishedAt >= known.publishedAt) newest.set(hook.document, hook)
  }
  return newest
}

/**
 * Changes that no webhook announced: calls were lost, or a mended document let others through. Their time is not known,
 * so they get that of the document's last receipt: the call may still come.
 */
async function unannounced(
  { receipts }: PublishStore,
  changed: readonly string[],
  manifest: Manifest,
  receivedAt: number,
): Promise<Newest[]> {
  const all = revisions(manifest)
  return Promise.all(
    changed.map(async (document) => ({
      document,
      revision: all.get(document) ?? null,
      publishedAt: (await receipts.newest(document))?.publishedAt ?? new Date(0).toISOString(),
      receivedAt,
    })),
  )
}

/** The receipt of a revision; `wait` if it is not verified yet, none if a later one took its place. */
function receiptOf(
  { document, revision, publishedAt, receivedAt }: Newest,
  manifest: Manifest,
  wrong: ReadonlySet<string>,
): Receipt | 'wait' | undefined {
  const { kind, ...verdict } = verdictOf({ document, revision }, manifest)
  const { pages } = verdict
  const tookMs = Date.now() - receivedAt
  const shared = { documentId: document, revision, publishedAt, tookMs, release: manifest.id, ...verdict }
  if (kind === 'replaced') return undefined
  if (kind === 'held') return { ...shared, state: 'held', message: null }
  if (kind === 'missing') return { ...shared, state: 'waiting', message: NOT_SHOWN }
  return pages.some((page) => wrong.has(page)) ? 'wait' : { ...shared, state: 'live', message: null }
}

function messageAbout(wrong: readonly string[]): string | undefined {
  const [page] = wrong
  return page === undefined ? undefined : `The page ${page} is not served in its new state yet.`
}
