import type { RunFailure } from '../contract/content-error.ts'
import { ProblemError } from '../contract/problem.ts'
import { noRelease } from '../contract/problems.ts'
import type {
  PublishesAnswer,
  Receipt,
  ReleaseChanges,
  ReleaseHistory,
  ReleaseList,
  ReleaseRecord,
} from '../contract/publishing.ts'
import type { Hook } from '../store/publishing/publish-hooks.ts'
import type { PublishStore } from '../store/publishing/publish-store.ts'
import type { DeployTargets } from './deploy-targets.ts'
import type { Nodes } from './nodes.ts'
import type { PublishLoop } from './publish-loop.ts'
import { visibleReleases } from './release-records.ts'
import type { Manifest, Renderer } from './renderer.ts'
import { faultSentences } from './site-faults.ts'
import { createSiteSwitch } from './site-switch.ts'

/** What editors see of their publishes, and what they can do. */
export interface PublishService {
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
  releases(): Promise<ReleaseList>
  /** When a release was made that the site can be switched to, as the list shows it; null if there is none. */
  madeAt(id: string): Promise<string | null>
  history(): Promise<ReleaseHistory>
  /**
   * What visitors see of a release that they did not see in the one before it in the list.
   * @throws ProblemError if one of the two is no longer kept
   */
  changes(id: string): Promise<ReleaseChanges>
  /**
   * Switches the site to an earlier release, which pins it there, or to the newest, which ends the pin.
   * @throws ProblemError if it can't be served again
   */
  switchTo(id: string): Promise<ReleaseList>
}

interface Parts {
  store: PublishStore
  loop: PublishLoop
  getRenderer: () => Promise<Renderer>
  dist: string
  /** Where editors reach the Studio. */
  studio: string
  deployTargets: Pick<DeployTargets, 'statesSince' | 'faults'>
  /** The other nodes; none if this server is alone. */
  nodes: Pick<Nodes, 'isLeader' | 'failure' | 'notify' | 'fetch' | 'switchTo'> | undefined
  current: () => Manifest | undefined
  onSwitch: (manifest: Manifest) => void
}

export function createPublishService({
  store,
  loop,
  getRenderer,
  dist,
  studio,
  deployTargets,
  nodes,
  current,
  onSwitch,
}: Parts): PublishService {
  const switchSite = createSiteSwitch({ store, getRenderer, dist, nodes, onSwitch })

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
    if (receipt?.state === 'live' && receipt.release !== null)
      return { ...receipt, deployTargets: await deployTargets.statesSince(receipt.release) }
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
      pinned: pinned === undefined ? null : { at: await madeAt(pinned) },
      held: heldEntries(served),
      waiting:
        pinned === undefined && failure === undefined ? [] : waitingDocuments(await store.hooks.pending()),
      failure: failure === undefined ? null : forEditors(failure.message),
      faults: [...(failure?.faults ?? [])],
      isServed: served !== undefined,
    }
  }

  function faults(): string[] {
    const all = [progress().failure, loop.progress().failure].flatMap((failure) =>
      faultSentences(failure, current(), studio),
    )
    return [...new Set(all), ...deployTargets.faults()]
  }

  async function madeAt(id: string): Promise<string | null> {
    const list = await store.releases.list()
    // The list shows some releases under the time of another, and leaves out others that can be switched to all the
    // same.
    return [...visibleReleases(list), ...list].find((release) => release.id === id)?.at ?? null
  }

  async function releases(): Promise<ReleaseList> {
    const list = visibleReleases(await store.releases.list())
    return { releases: list, current: current()?.id ?? null, pinned: (await store.releases.pinned()) ?? null }
  }

  async function changes(id: string): Promise<ReleaseChanges> {
    const list = visibleReleases(await store.releases.list())
    const index = list.findIndex((release) => release.id === id)
    const before = index === -1 ? undefined : list[index + 1]
    if (before && nodes) for (const one of [before.id, id]) await nodes.fetch(one)
    const found = before && (await (await getRenderer()).releaseChanges(dist, before.id, id))
    if (!found) throw new ProblemError(noRelease('The version before this one is no longer kept.'))
    return found
  }

  function switchTo(id: string): Promise<ReleaseList> {
    return loop.inTurn(async () => {
      await switchSite(id)
      loop.wake()
      return releases()
    })
  }

  const history = async () => historyOf(visibleReleases(await store.releases.history()))

  return { receive, receiptOf, publishes, faults, releases, madeAt, history, changes, switchTo }
}

const PINNED =
  'The site is held at an earlier version. To let this go live, open Site versions and go forward to the newest.'

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

function historyOf(list: readonly ReleaseRecord[]): ReleaseHistory {
  return { releases: list.map(({ id, at, documents, pages }) => ({ id, at, documents, pages })) }
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
    const { path, message } = first ?? {}
    return {
      documentId: _id,
      type: _type,
      isShown: served?.documents[_id] !== undefined,
      ...(title !== undefined && { title }),
      ...(path !== undefined && { path }),
      ...(message !== undefined && { message }),
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
