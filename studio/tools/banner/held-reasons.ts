import type { ReleaseFault } from '../../../api/contract/content-error.ts'

/** A release as far as the banner reads it. */
interface Release {
  /** The Studio reads releases without their names, whatever its types say. */
  _id: string
  metadata: { title?: string | undefined }
  /** A hosted dataset writes a message alone. */
  error?: { message: string; faults?: ReleaseFault[] } | undefined
}

interface HeldRelease {
  name: string
  title: string
  /** What keeps it from being live; one without a document where none is to blame. */
  faults: readonly ReleaseFault[]
}

/** Why releases are not live that were due, as the content lake wrote it down at each. */
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

/** What a release is called where it has no title, as the Studio calls it. */
export function titleOfRelease(title: string | undefined): string {
  return title?.trim() || 'Untitled'
}
