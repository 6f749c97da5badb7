import type { ReleaseFault } from '../../../api/contract/content-error.ts'

/** A release as far as the banner reads it. */
interface Release {
  /** Missing at run time, although the Studio's types say otherwise. */
  _id: string
  metadata: { title?: string | undefined }
  /** A hosted dataset writes only a message. */
  error?: { message: string; faults?: ReleaseFault[] } | undefined
}

interface HeldRelease {
  name: string
  title: string
  /** What keeps it from going live; a fault without a document where none is to blame. */
  faults: readonly ReleaseFault[]
}

/** Why due releases are not live, as the content lake recorded in each. */
export function reasonsOf(releases: readonly Release[]): HeldRelease[] {
  return releases.flatMap(({ _id, metadata, error }) => {
    if (error === undefined) return []
    const { message, faults = [] } = error
    const name = _id.slice('_.releases.'.length)
    return [
      { name, title: titleOfRelease(metadata.title), faults: faults.length > 0 ? faults : [{ message }] },
    ]
  })
}

/** The Studio's own name for a release without a title. */
export function titleOfRelease(title: string | undefined): string {
  return title?.trim() || 'Untitled'
}
