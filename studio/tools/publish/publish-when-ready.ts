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

/** What a publish does at the moment. */
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
  /** What was published when the editor asked; nothing where nothing was. */
  publishedRev: string | undefined
  pair: DocumentStore['pair']
  client: SanityClient
  /** Answers the first error of a draft. */
  faultOf: (draft: SanityDocument) => Promise<Fault | undefined>
  /** What is to happen right before. A failure of it leaves the draft as it is. */
  before?: ((draft: SanityDocument, published: SanityDocument | null) => Promise<void>) | undefined
  /** What is to happen right after. A failure of it leaves the document published. */
  after?: (() => Promise<void>) | undefined
  onStep: (step: Step) => void
}

/** Between an answer and the form that shows it lies one event of a listener. */
const LISTENER_MS = 5000

/** How often an upload that is waited for is looked at: a tab that is gone says so by saying nothing more. */
const UPLOAD_LOOK_MS = 5000

/**
 * Publishes a document as it stands once uploads have ended, edits are stored and the result is valid: exactly what
 * was checked is published, and what is typed meanwhile is waited for. It needs no form: it goes on when the editor
 * leaves.
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

/** The document with nothing of it on its way to the content lake. */
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

/** Emits what was told, and again while uploads may still end, until one of them never will. */
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

/** Takes out what a closed tab left half uploaded: it is no part of the document. */
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
 * Where the draft is gone, somebody else was faster. Asks the lake: a form can hear that before it hears what the draft
 * became.
 * @throws OperationalError when the draft was discarded instead
 */
async function publishedBesides({ client, id, publishedRev }: Publish): Promise<void> {
  const now = await client.getDocument(id)
  if (!now || now._rev === publishedRev)
    throw new OperationalError('The draft was discarded meanwhile: nothing was published.')
}

/** Whether the draft has changed since: then it is checked once more. */
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
