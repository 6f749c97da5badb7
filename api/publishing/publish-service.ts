import type { RunFailure } from '../contract/content-error.ts'
import type { PublishesAnswer, Receipt } from '../contract/publishing.ts'
import type { Hook } from '../store/publishing/publish-hooks.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { DeployTargets } from './deploy-targets.ts'
import type { Nodes } from './nodes.ts'
import type { PublishLoop } from './publish-loop.ts'
import { pagesWith } from './publish-verdict.ts'
import { createReleases, type Releases, type ReleasesOptions } from './releases.ts'
import type { Manifest, Renderer } from './renderer.ts'
import { faultSentences } from './site-faults.ts'

/** What editors see of their publishes, and what they can do. */
export interface PublishService extends Releases {
  /**
   * Accepts a publish. Once this resolves, it is on disk. `done` for a call that was accepted before, `ignored` for a
   * document that no page can show: publishing would wait for it in vain.
   */
  receive(hook: Hook, type: string): Promise<'taken' | 'done' | 'ignored'>
  /** How far the newest publish of a document has come; none before the first. */
  receiptOf(document: string): Promise<Receipt | undefined>
  /** What keeps the site from being as it was published. */
  publishes(): Promise<Omit<PublishesAnswer, 'approval'>>
  /** The same in sentences for the operator of this server, with the faults of deploy targets. */
  faults(): string[]
}

interface Parts extends ReleasesOptions {
  store: PublishStore
  loop: PublishLoop
  /** Where editors reach the Studio. */
  studio: string
  deployTargets: Pick<DeployTargets, 'statesSince' | 'faults'>
  nodes: (ReleasesOptions['nodes'] & Pick<Nodes, 'isLeader' | 'failure' | 'unserved' | 'notify'>) | undefined
}

export function createPublishService(parts: Parts): PublishService {
  const { store, loop, getRenderer, studio, deployTargets, nodes, current } = parts
  const releases = createReleases(parts)

  async function receive(hook: Hook, type: string): Promise<'taken' | 'done' | 'ignored'> {
    if (/^(drafts|versions)\./u.test(hook.document) || !(await mayShow(type, getRenderer))) return 'ignored'
    const isNew = await store.transaction(async ({ hooks, receipts }) => {
      const isAdded = await hooks.add(hook)
      if (isAdded && isLatest(hook, await receipts.newest(hook.document))) await receipts.put(received(hook))
      return isAdded
    })
    if (isNew) {
      loop.wake()
      nodes?.notify()
    }
    return isNew ? 'taken' : 'done'
  }

  const progress = () => progressOf(loop, nodes)

  async function receiptOf(document: string): Promise<Receipt | undefined> {
    const receipt = await store.receipts.newest(document)
    if (receipt?.state === 'live' && receipt.release !== null) {
      const served = current()
      // Other documents, published since, may have taken it onto pages or off them.
      const pages = served ? pagesWith(document, served) : receipt.pages
      return { ...receipt, pages, deployTargets: await deployTargets.statesSince(receipt.release) }
    }
    if (receipt?.state !== 'received') return receipt
    const { running, failure } = progress()
    if ((await store.releases.pinned()) !== undefined)
      return { ...receipt, state: 'waiting', message: PINNED }
    if (running.has(document)) return { ...receipt, state: 'rendering' }
    return failure === undefined ? receipt : waitingFor(receipt, failure)
  }

  async function publishes(): Promise<Omit<PublishesAnswer, 'approval'>> {
    const pinned = await store.releases.pinned()
    const { failure } = progress()
    const served = current()
    return {
      pinned: pinned === undefined ? null : { at: await releases.madeAt(pinned) },
      held: heldEntries(served),
      waiting:
        pinned === undefined && failure === undefined ? [] : waitingDocuments(await store.hooks.pending()),
      failure: failure === undefined ? null : forEditors(failure.message),
      faults: [...(failure?.faults ?? [])],
      isServed: served !== undefined,
    }
  }

  function faults(): string[] {
    const all = [progress().failure, loop.progress().failure, nodes?.unserved()].flatMap((failure) =>
      faultSentences(failure, current(), studio),
    )
    return [...new Set(all), ...deployTargets.faults()]
  }

  return { ...releases, receive, receiptOf, publishes, faults }
}

const PINNED =
  'The site is held at an earlier version. This goes live once an administrator goes forward to the newest in Site versions.'

/**
 * Whether pages may show the type. Before the first site nobody knows, and this publish may be the one that makes it.
 */
async function mayShow(type: string, getRenderer: () => Promise<Renderer>): Promise<boolean> {
  const types = await getRenderer().then(
    ({ documentTypes }) => documentTypes,
    () => undefined,
  )
  return types?.includes(type) !== false
}

/** Of a run at another node only the failure is known. If there is none, this node's own failure counts. */
function progressOf(loop: PublishLoop, nodes: Parts['nodes']): ReturnType<PublishLoop['progress']> {
  const own = loop.progress()
  if (!nodes || nodes.isLeader()) return own
  return { running: new Set(), failure: nodes.failure() ?? own.failure }
}

function waitingFor(receipt: Receipt, { message }: RunFailure): Receipt {
  return { ...receipt, state: 'waiting', message: `${forEditors(message)} It is tried again by itself.` }
}

/** What is held, each with its first fault that leads to a field. */
function heldEntries(served: Manifest | undefined): PublishesAnswer['held'] {
  return (served?.held ?? []).map(({ _id, _type, faults }) => {
    const title = served?.titles?.[_id]
    const first = faults.find((fault) => fault.path !== undefined) ?? faults[0]
    return {
      documentId: _id,
      type: _type,
      isShown: served?.documents[_id] !== undefined,
      ...(title !== undefined && { title }),
      ...first,
    }
  })
}

/** Each document once. */
function waitingDocuments(hooks: readonly Pick<Hook, 'document'>[]): string[] {
  return [...new Set(hooks.map(({ document }) => document))]
}

/** A late call must not replace a newer receipt. */
function isLatest({ revision, publishedAt }: Hook, known: Receipt | undefined): boolean {
  return known === undefined || (known.revision !== revision && known.publishedAt <= publishedAt)
}

/** Leaves out this server's own addresses, which are of no use to editors. */
function forEditors(failure: string): string {
  return failure.replaceAll(
    /(?: at)? (?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|::1):\d+(?:\/[^\s:]*)?/gu,
    '',
  )
}

function received({ document, revision, publishedAt }: Hook): Receipt {
  return {
    documentId: document,
    revision,
    state: 'received',
    publishedAt,
    tookMs: null,
    release: null,
    pages: [],
    faults: [],
    message: null,
  }
}
