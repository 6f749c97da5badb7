/** A release as far as the banner reads it. */
interface Release {
  /** The Studio reads releases without their names, whatever its types say. */
  _id: string
  metadata: { title?: string | undefined }
  error?: { message: string } | undefined
}

/** Why releases are not live that were due, as the content lake wrote it down at each. */
export function reasonsOf(releases: readonly Release[]): { name: string; title: string; reason: string }[] {
  return releases.flatMap(({ _id, metadata, error }) => {
    if (error === undefined) return []
    const name = _id.slice('_.releases.'.length)
    const title = metadata.title?.trim()
    return [{ name, title: title === undefined || title === '' ? 'Untitled' : title, reason: error.message }]
  })
}
