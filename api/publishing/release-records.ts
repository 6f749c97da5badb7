import type { ReleaseRecord } from '../contract/publishing.ts'
import { changedDocuments, changedPages } from './publish-verdict.ts'
import type { Manifest } from './renderer.ts'

/** The record of a release for the list of releases: how it differs from the one before. */
export function recordOf(
  before: Manifest | undefined,
  manifest: Manifest,
  work: Pick<ReleaseRecord, 'cause' | 'tookMs'>,
): ReleaseRecord {
  const documents = changedDocuments(before, manifest)
  const titles = documents.flatMap((id) => {
    // The title of a document that is gone or held is in the last release that showed it.
    const title = manifest.titles?.[id] ?? before?.titles?.[id]
    return title === undefined ? [] : [[id, title] as const]
  })
  const { id, at } = manifest
  const pages = changedPages(before, manifest)
  const gone = pages.filter((path) => !(path in manifest.pages))
  return { id, at, by: [], documents, titles: Object.fromEntries(titles), pages, gone, ...work }
}

/**
 * The releases that visitors could tell apart. One that changed no page and no redirect has no line of its own: the
 * earlier one that looks the same is listed, under the newer id.
 * @param list newest first
 */
export function visibleReleases(list: readonly ReleaseRecord[]): ReleaseRecord[] {
  const visible: ReleaseRecord[] = []
  let standIn: string | undefined
  for (const [index, release] of list.entries()) {
    if (isUnseen(release) && index < list.length - 1) {
      standIn ??= release.id
      continue
    }
    visible.push(standIn === undefined ? release : { ...release, id: standIn })
    standIn = undefined
  }
  return visible
}

function isUnseen({ cause, documents, pages }: ReleaseRecord): boolean {
  return cause !== 'build' && !documents.includes('redirects') && pages?.length === 0
}
