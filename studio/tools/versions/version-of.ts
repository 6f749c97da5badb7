import type { ReleaseRecord } from '../../../api/contract/publishing.ts'

/** A content release as far as it tells which version of the site it became. */
interface PublishedRelease {
  publishedAt?: string | undefined
  finalDocumentStates?: readonly { id: string }[] | undefined
}

/** Within that the site follows what is published, or something kept it: then later versions hold others, too. */
const FOLLOWS_MS = 10 * 60_000

/** The version of the site that a release became: the first one after it with a document of it. */
export function versionOf<Version extends Pick<ReleaseRecord, 'at' | 'documents'>>(
  { publishedAt, finalDocumentStates = [] }: PublishedRelease,
  versions: readonly Version[],
): Version | undefined {
  if (publishedAt === undefined) return undefined
  const from = Date.parse(publishedAt)
  const documents = new Set(finalDocumentStates.map(({ id }) => id.replace(/^versions\.[^.]+\./u, '')))
  return versions.findLast(({ at, documents: changed }) => {
    const passed = Date.parse(at) - from
    return passed >= 0 && passed <= FOLLOWS_MS && changed.some((id) => documents.has(id))
  })
}
