import type { ReleaseRecord } from '../contract/publishing.ts'
import { changedDocuments, changedPages } from './publish-verdict.ts'
import type { Manifest } from './renderer.ts'

/** What is kept of a release for the list of them, told apart from the one before it. */
export function recordOf(
  before: Manifest | undefined,
  manifest: Manifest,
  work: Pick<ReleaseRecord, 'cause' | 'tookMs'>,
): ReleaseRecord {
  const documents = changedDocuments(before, manifest)
  const titles = documents.flatMap((id) => {
    // The last release that showed a document knows the title of one that is gone or held.
    const title = manifest.titles?.[id] ?? before?.titles?.[id]
    return title === undefined ? [] : [[id, title] as const]
  })
  const { id, at } = manifest
  const pages = changedPages(before, manifest)
  const gone = pages.filter((path) => !(path in manifest.pages))
  return { id, at, by: [], documents, titles: Object.fromEntries(titles), pages, gone, ...work }
}

/**
 * The releases that visitors could tell apart. One that rendered no page and moved no address is no line of its own:
 * the one that it looks like stands for it, under its id.
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
