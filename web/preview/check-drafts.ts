import { contentFaults } from '../content/check.ts'
import type { Documents } from '../content/documents.ts'
import { snapshotOf } from '../content/snapshot.ts'
import { drawSite } from '../publisher/draw.ts'
import { ownImages } from '../publisher/pictures/images.ts'
import type { RenderOptions } from '../publisher/render.tsx'
import { inWords } from '../publisher/sound.ts'

/** What a check of all draft pages found. */
interface DraftsReport {
  /** Ids of the documents whose draft is newer than what is published. */
  drafts: string[]
  /** Pages that were drawn. */
  pages: string[]
  /** What publishing all drafts would break, as sentences. */
  faults: string[]
}

/** Draws every page from the drafts, and says what would break. Nothing is written. */
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
    const drawing = await drawSite(snapshotOf(ownImages(drafted)), options)
    return {
      ...report,
      pages: drawing.drawn,
      faults: [...report.faults, ...drawing.faults.map(({ sentence }) => sentence)],
    }
  } catch (error) {
    // Content without a page's document can't be drawn at all, and the fault above says which one.
    const reason = error instanceof Error ? error.message : String(error)
    return report.faults.length > 0 ? report : { ...report, faults: [reason] }
  }
}
