import { messageOf } from '../../api/contract/operational-error.ts'
import { contentFaults, inWords } from '../content/check.ts'
import type { Documents } from '../content/documents.ts'
import { ownImages } from '../content/picture-files.ts'
import { snapshotOf } from '../content/snapshot.ts'
import type { RenderOptions } from '../publisher/render/render-page.tsx'
import { renderSite } from '../publisher/render/render-site.ts'

/** What a check of all draft pages found. */
interface DraftsReport {
  /** Ids of the documents whose draft is newer than what is published. */
  drafts: string[]
  /** Pages that were rendered. */
  pages: string[]
  /** What publishing all drafts would break, as sentences. */
  faults: string[]
}

/** Renders every page from the drafts, and says what would break. Nothing is written. */
export async function checkDrafts(
  published: Documents,
  drafted: Documents,
  options: RenderOptions,
): Promise<DraftsReport> {
  const changed = [...drafted.values()].filter(({ _id, _rev }) => published.get(_id)?._rev !== _rev)
  const report = {
    drafts: changed.map(({ _id }) => _id),
    pages: [],
    faults: contentFaults(drafted).map(inWords),
  }
  try {
    const rendering = await renderSite(snapshotOf(ownImages(drafted)), options)
    return {
      ...report,
      pages: rendering.rendered,
      faults: [...report.faults, ...rendering.faults.map(({ message }) => message)],
    }
  } catch (error) {
    // Content without a page's document can't be rendered at all, and the fault above says which one.
    const reason = messageOf(error)
    return report.faults.length > 0 ? report : { ...report, faults: [reason] }
  }
}
