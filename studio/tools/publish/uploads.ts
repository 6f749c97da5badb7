import { filter, map, Subject, type Observable } from 'rxjs'
import { getPublishedId, type Path, type SanityDocument } from 'sanity'

/** The Studio's mark on a picture or file that is still uploading. */
const MARK = '_upload'

/** A mark unchanged for this long was left by a closed tab. The Studio waits as long. */
const STALE_MS = 120_000

interface Upload {
  path: Path
  /** Whether it will never arrive. */
  isStale: boolean
}

/** The uploads into a document that have not arrived, by the marks in its draft. */
export function uploadsOf(draft: SanityDocument): Upload[] {
  return marksIn(draft, [])
}

function marksIn(value: unknown, path: Path): Upload[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => marksIn(item, [...path, keyOf(item, index)]))
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === MARK
      ? [{ path: [...path, name], isStale: isStale((inner as { updatedAt?: string }).updatedAt) }]
      : marksIn(inner, [...path, name]),
  )
}

function isStale(updatedAt = ''): boolean {
  return msUntilStale(updatedAt) < 0
}

/** How long an upload may still stand as it is; negative once it was left. */
export function msUntilStale(updatedAt: string): number {
  return Date.parse(updatedAt) + STALE_MS - Date.now()
}

function keyOf(item: unknown, index: number): Path[number] {
  const { _key } = (item ?? {}) as { _key?: string }
  return _key === undefined ? index : { _key }
}

const broken = new Subject<string>()

/** Reports that an upload into the document will not arrive. */
export function tellBroken(id: string): void {
  broken.next(getPublishedId(id))
}

/** Emits when an upload into the document was refused, cancelled or left. */
export function brokenUploads(id: string): Observable<void> {
  return broken.pipe(
    filter((one) => one === getPublishedId(id)),
    map(() => undefined),
  )
}
