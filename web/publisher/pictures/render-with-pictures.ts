import { PICTURES } from '../../../api/contract/addresses.ts'
import { holdBack, type ContentState } from '../../content/hold-back.ts'
import type { Snapshot } from '../../content/snapshot.ts'
import type { SiteRendering } from '../render/render-site.ts'
import { renderWithFallback, type Render, type RenderedSite } from '../render/render-with-fallback.ts'
import type { Pictures } from './make-pictures.ts'

/** A site without faults, with the files of its pictures. */
export interface PicturedSite extends RenderedSite {
  /** Bytes by file name, of those that the previous release lacks. */
  pictures: Pictures['made']
  /** Names of all pictures on pages that were rendered on the way. */
  shown: ReadonlySet<string>
  /** Whether a document is held only for lack of time: then calling again at once makes progress. */
  isUnfinished: boolean
}

/** Names of files below `PICTURES`, wherever a page has their addresses. */
const NAME = new RegExp(`/${PICTURES}([\\w.-]+)`, 'gu')

/**
 * Renders the newest site without faults, and makes the pictures that its pages show. A picture that can't be made is a
 * fault of the document that brought it, which is held back: its last good revision stands in.
 * @throws ContentError when no good revision can stand in
 */
export async function renderWithPictures(
  found: Omit<ContentState, 'broken'>,
  render: Render,
  make: (names: ReadonlySet<string>) => Promise<Pictures>,
): Promise<PicturedSite> {
  const broken = new Map<string, string>()
  const made = new Map<string, Buffer>()
  const shown = new Set<string>()
  let isUnfinished = false
  let last: { snapshot: Snapshot; rendering: SiteRendering } | undefined

  async function renderAndMake(snapshot: Snapshot): Promise<SiteRendering> {
    if (last?.snapshot === snapshot) return last.rendering
    const rendering = await render(snapshot)
    const names = picturesOf(rendering)
    for (const name of names) shown.add(name)
    const pictures = await make(names)
    isUnfinished ||= pictures.isUnfinished
    for (const [name, bytes] of pictures.made) made.set(name, bytes)
    for (const [id, reason] of pictures.broken) broken.set(id, reason)
    const refusals = [...pictures.broken.values()].map((reason) => ({ message: `A page ${reason}` }))
    const faults = [...rendering.faults, ...refusals]
    last = { snapshot, rendering: { ...rendering, faults } }
    return last.rendering
  }

  for (;;) {
    const known = broken.size
    const candidate = holdBack({ ...found, broken: new Map(broken) })
    await renderAndMake(candidate.snapshot)
    // Held back again, now that the faults can name the document and the field.
    if (broken.size > known) continue
    return { ...(await renderWithFallback(candidate, renderAndMake)), pictures: made, shown, isUnfinished }
  }
}

function picturesOf({ files }: SiteRendering): Set<string> {
  const names = [...files.values()].flatMap((text) => [...text.matchAll(NAME)].map(([, name = '']) => name))
  return new Set(names)
}
