import {
  combineLatest,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  map,
  merge,
  mergeMap,
  of,
  switchMap,
  take,
  takeWhile,
  tap,
  throwError,
  timeout,
  timer,
  type Observable,
} from 'rxjs'
import {
  getPublishedId,
  pathToString,
  type DocumentStore,
  type EditStateFor,
  type Path,
  type SanityClient,
  type SanityDocument,
} from 'sanity'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { brokenUploads, uploadsOf } from './uploads.ts'

/** The state of a running publish. */
export type Step = 'uploading' | 'checking' | 'publishing'

export interface Fault {
  message: string
  path: Path
}

/** Thrown when the draft may not be published as it is. */
export class InvalidDraft extends OperationalError {
  readonly path: Path

  constructor({ message, path }: Fault) {
    super(message)
    this.path = path
  }
}

export interface Publish {
  /** The published id. */
  id: string
  type: string
  /** Revision of the published document when the editor asked; undefined if there was none. */
  publishedRev: string | undefined
  pair: DocumentStore['pair']
  client: SanityClient
  /** Finds the first error of a draft. */
  faultOf: (draft: SanityDocument) => Promise<Fault | undefined>
  /** What is to happen right before. A failure of it leaves the draft as it is. */
  before?: ((draft: SanityDocument, published: SanityDocument | null) => Promise<void>) | undefined
  /** What is to happen right after. A failure of it leaves the document published. */
  after?: (() => Promise<void>) | undefined
  onStep: (step: Step) => void
}

/** How long to wait for the form, which shows an answer one listener event later. In ms. */
const LISTENER_MS = 5000

/** How often a pending upload is checked: a tab that is gone only shows by its silence. */
const UPLOAD_LOOK_MS = 5000

/**
 * Publishes a document once uploads have ended, edits are stored and the result is valid. Publishes exactly what was
 * checked, including what is typed meanwhile. Works without a form, so it continues when the editor leaves.
 * @throws InvalidDraft, OperationalError when an upload came to nothing or the draft was discarded, what `after` and
 * the client throw
 */
export async function publishWhenReady(publish: Publish): Promise<void> {
  const { client, id, before, after, faultOf, onStep } = publish
  for (;;) {
    const { draft, published } = await settled(publish)
    if (!draft) {
      await publishedBesides(publish)
      return after?.()
    }
    onStep('checking')
    const fault = await faultOf(draft)
    if ((await settled(publish)).draft?._rev !== draft._rev) continue
    if (fault) throw new InvalidDraft(fault)
    onStep('publishing')
    await before?.(draft, published)
    try {
      await client.action(
        {
          actionType: 'sanity.action.document.publish',
          draftId: draft._id,
          publishedId: id,
          ifDraftRevisionId: draft._rev,
          ...(published && { ifPublishedRevisionId: published._rev }),
        },
        { tag: 'document.publish' },
      )
    } catch (error) {
      if (await isOutdated(publish, draft)) continue
      throw error
    }
    await after?.()
    await shown(publish, published)
    return
  }
}

/** Resolves with the document once all edits are stored in the content lake. */
function settled({ pair, id, type, onStep }: Publish): Promise<EditStateFor> {
  const commit = () =>
    pair.editOperations(id, type).pipe(
      filter(({ commit: one }) => !one.disabled),
      take(1),
    )
  const isStored = pair.consistencyStatus(id, type).pipe(
    distinctUntilChanged(),
    // The Studio itself stores once a second.
    tap((isConsistent) => !isConsistent && commit().subscribe(({ commit: one }) => one.execute())),
  )
  const state = combineLatest([isStored, pair.editState(id, type)]).pipe(
    filter(([, { ready }]) => ready),
    switchMap((now) => repeatedUntilStale(now, now[1].draft)),
    tap(([, { draft }]) => draft && clearStale(pair, draft)),
    tap(([, { draft }]) => draft && uploadsOf(draft).length > 0 && onStep('uploading')),
    filter(([stored, { draft }]) => stored && (!draft || uploadsOf(draft).length === 0)),
    map(([, editState]) => editState),
  )
  return firstValueFrom(merge(state, noMoreUploads(id)))
}

/** Emits `told`, and again while uploads of the draft may still arrive, until one of them is stale. */
function repeatedUntilStale<Told>(told: Told, draft: SanityDocument | null): Observable<Told> {
  if (!draft || uploadsOf(draft).length === 0) return of(told)
  return timer(0, UPLOAD_LOOK_MS).pipe(
    map(() => told),
    takeWhile(() => !uploadsOf(draft).some(({ isStale }) => isStale), true),
  )
}

function noMoreUploads(id: string): Observable<never> {
  return brokenUploads(id).pipe(
    mergeMap(() =>
      throwError(() => new OperationalError('The picture was not uploaded. Upload it again, then publish.')),
    ),
  )
}

/** Removes the marks of uploads that a closed tab left behind; they are no part of the document. */
function clearStale(pair: DocumentStore['pair'], draft: SanityDocument): void {
  const unset = uploadsOf(draft).flatMap(({ path, isStale }) => (isStale ? [pathToString(path)] : []))
  if (unset.length === 0) return
  const operations = pair.editOperations(getPublishedId(draft._id), draft._type)
  operations
    .pipe(
      filter(({ patch }) => !patch.disabled),
      take(1),
    )
    .subscribe(({ patch }) => patch.execute([{ unset }]))
}

/**
 * The draft is gone, so somebody else published or discarded it. Asks the lake which, as a form may learn of the one
 * event before the other.
 * @throws OperationalError when the draft was discarded instead
 */
async function publishedBesides({ client, id, publishedRev }: Publish): Promise<void> {
  const now = await client.getDocument(id)
  if (!now || now._rev === publishedRev)
    throw new OperationalError('The draft was discarded meanwhile: nothing was published.')
}

/** Whether the draft has changed since, and must be checked again. */
async function isOutdated({ client }: Publish, draft: SanityDocument): Promise<boolean> {
  const now = await client.getDocument(draft._id)
  return now?._rev !== draft._rev
}

async function shown({ pair, id, type }: Publish, published: SanityDocument | null): Promise<void> {
  const isShown = pair.editState(id, type).pipe(
    filter((state) => state.published?._rev !== published?._rev),
    timeout(LISTENER_MS),
  )
  await firstValueFrom(isShown).catch(() => undefined)
}
