import { ContentError, isContentError } from '../../../api/contract/content-error.ts'
import { withOthers, type Documents } from '../../content/documents.ts'
import { heldDocuments, holdBack, type Candidate, type Fault, type Held } from '../../content/hold-back.ts'
import { ownImages } from '../../content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../content/snapshot.ts'
import { fewest } from './fewest.ts'
import type { PageFault, SiteRendering } from './render-site.ts'

/** A site without faults, and the documents whose newest revision is not in it. */
export interface RenderedSite {
  documents: Documents
  snapshot: Snapshot
  rendering: SiteRendering
  held: Held[]
}

export type Render = (snapshot: Snapshot) => Promise<SiteRendering>
type Site = Omit<RenderedSite, 'held'>
/** Why documents are not in a site as they are now, by id. */
type Reasons = ReadonlyMap<string, readonly Fault[]>

/** The result of rendering without some changes, and without those that need them. */
interface Trial {
  faults: readonly PageFault[]
  /** None where these documents make no site. */
  site?: Site
  reasons: Reasons
}

/**
 * Renders the newest site without faults. Where a page breaks, as few changes since the last release as possible are
 * taken back.
 * @throws ContentError when not even the last good documents make a site
 */
export async function renderWithFallback(candidate: Candidate, render: Render): Promise<RenderedSite> {
  const { documents, snapshot, faults } = candidate
  const newest = { documents, snapshot, rendering: await render(snapshot) }
  if (newest.rendering.faults.length === 0)
    return { ...newest, held: heldDocuments(candidate, documents, faults) }
  if (candidate.lastGood.size === 0) throw refusalOf(newest)

  const { site, reasons } = await takeBack(candidate, newest, render)
  const all = new Map([...faults, ...reasons])
  return { ...site, held: heldDocuments(candidate, site.documents, all) }
}

/** The site without what breaks `newest`. */
async function takeBack(
  candidate: Candidate,
  newest: Site,
  render: Render,
): Promise<{ site: Site; reasons: Reasons }> {
  const { lastGood } = candidate
  const changes = changesBetween(lastGood, candidate.documents)
  const tryWithout = (taken: readonly string[]): Promise<Trial> =>
    taken.length === changes.length
      ? tryLastGood(candidate, render)
      : tryChanges(candidate, new Set(taken), render)

  // Most broken pages contain only one change: those changes are known without a try for each.
  const blamed = new Map<string, readonly Fault[]>()
  for (let site: Site | undefined = newest; site;) {
    const more = blameOf(site, lastGood)
    if (more.size === 0) break
    for (const [id, faults] of more) blamed.set(id, faults)
    const trial = await tryWithout([...blamed.keys()])
    site = trial.site
    if (site && trial.faults.length === 0) return { site, reasons: new Map([...trial.reasons, ...blamed]) }
  }

  const baseline = await tryLastGood(candidate, render)
  if (baseline.faults.length > 0) throw refusalOf(baseline.site)
  const taken = await fewest(changes, async (some) => (await tryWithout(some)).faults)
  const { site = baseline.site, reasons } = await tryWithout([...taken.keys()])
  const own = [...taken].map(([id, faults]) => [id, faults.map(toFault)] as const)
  return { site, reasons: new Map([...reasons, ...own]) }
}

async function tryLastGood(candidate: Candidate, render: Render): Promise<Trial & { site: Site }> {
  const { lastGood: documents, before } = candidate
  const snapshot = snapshotOf(ownImages(documents), before)
  const rendering = await render(snapshot)
  return { faults: rendering.faults, site: { documents, snapshot, rendering }, reasons: new Map() }
}

async function tryChanges(candidate: Candidate, taken: ReadonlySet<string>, render: Render): Promise<Trial> {
  const fresh = withOthers(candidate.documents, taken, candidate.lastGood)
  try {
    // A change that needs one of those is taken back with it.
    const {
      documents,
      snapshot,
      faults: reasons,
    } = holdBack({ ...candidate, fresh, before: candidate.snapshot })
    const rendering = await render(snapshot)
    return { faults: rendering.faults, site: { documents, snapshot, rendering }, reasons }
  } catch (error) {
    if (!isContentError(error)) throw error
    return { faults: error.sentences.map((message) => ({ message })), reasons: new Map() }
  }
}

/** The changes that broken pages contain alone, with the faults of those pages. */
function blameOf({ documents, rendering }: Site, lastGood: Documents): Map<string, readonly Fault[]> {
  const blamed = new Map<string, Fault[]>()
  for (const fault of rendering.faults) {
    const [id, ...others] = (fault.documents ?? []).filter(
      (one) => documents.get(one)?._rev !== lastGood.get(one)?._rev,
    )
    if (id !== undefined && others.length === 0) blamed.set(id, [...(blamed.get(id) ?? []), toFault(fault)])
  }
  return blamed
}

function toFault({ message, path }: PageFault): Fault {
  return { message, ...(path !== undefined && { path }) }
}

function refusalOf({ rendering }: Site): ContentError {
  const messages = rendering.faults.map(({ message }) => message)
  return new ContentError(messages, [], { cause: rendering.faults.find(({ cause }) => cause)?.cause })
}

/**
 * Ids of what differs, the newest change first: of two changes that break a page together, the newer one is taken back.
 */
function changesBetween(one: Documents, other: Documents): string[] {
  const ids = new Set([...one.keys(), ...other.keys()])
  const at = (id: string) => other.get(id)?._updatedAt ?? ''
  return [...ids]
    .filter((id) => one.get(id)?._rev !== other.get(id)?._rev)
    .toSorted((first, second) => at(second).localeCompare(at(first)))
}
