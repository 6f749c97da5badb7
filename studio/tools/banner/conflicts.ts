import { titleOfRelease } from './held-reasons.ts'

/** A release that is still to go live, as the Studio reads it. */
export interface OpenRelease {
  _id: string
  state?: string | undefined
  /** When it goes live, where it is scheduled. */
  publishAt?: string | undefined
  metadata: { title?: string | undefined; intendedPublishAt?: string | undefined }
}

/** A version in a release. */
export interface Version {
  _id: string
  _type: string
  _rev: string
  _updatedAt: string
  /** Whether the document is taken away with the release. */
  isEnding: boolean
  /** The document that it was copied from; null where it began in the release, or nobody knows. */
  base: string | null
  /** When what is published was written; null where nothing is. */
  live: string | null
}

/** A version that would undo a change from outside its release. */
export interface Conflict {
  /** Id of the published document. */
  id: string
  type: string
  /** Of the release, as in ids of its versions. */
  release: string
  releaseTitle: string
  /** Whether the release takes the document away. */
  isEnding: boolean
  /** Whether the document was taken off the site since the version was made. */
  isRevival?: true
  /** The other release that changes the document; none where it was published since the version was made. */
  other?: {
    title: string
    /** Whether it is known to go live before this one: of those without a time nobody knows. */
    isBefore: boolean
  }
}

/** What the open releases would undo, in the order in which they go live. */
export function conflictsIn(releases: readonly OpenRelease[], versions: readonly Version[]): Conflict[] {
  const inOrder = releases.toSorted((one, other) => dueOf(one) - dueOf(other))
  const changedBy = new Map<string, { title: string; due: number }>()
  return inOrder.flatMap((open) => {
    const { _id, metadata } = open
    const due = dueOf(open)
    const release = _id.slice('_.releases.'.length)
    const releaseTitle = titleOfRelease(metadata.title)
    const prefix = `versions.${release}.`
    const own = versions.filter((version) => version._id.startsWith(prefix))
    return own.flatMap((version) => {
      const id = version._id.slice(prefix.length)
      const before = changedBy.get(id)
      changedBy.set(id, { title: releaseTitle, due })
      const conflict = { id, type: version._type, release, releaseTitle, isEnding: version.isEnding }
      return [
        ...(isOutdated(version) ? [conflict] : []),
        ...(isRevival(version, id) ? [{ ...conflict, isRevival: true as const }] : []),
        ...(before ? [{ ...conflict, other: { title: before.title, isBefore: before.due < due } }] : []),
      ]
    })
  })
}

function isOutdated({ _updatedAt: writtenAt, live }: Version): boolean {
  return live !== null && Date.parse(live) > Date.parse(writtenAt)
}

/** Of a copy of a draft nobody knows whether there was a published document beside it. */
function isRevival({ base, live, isEnding }: Version, id: string): boolean {
  return live === null && base === id && !isEnding
}

/** In ms since 1970. A release without a time is taken to go live after all that have one. */
function dueOf({ publishAt, metadata }: OpenRelease): number {
  const at = publishAt ?? metadata.intendedPublishAt
  return at === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(at)
}
