import { pathToFileURL } from 'node:url'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import { releaseOf } from '../../lake/document.ts'
import { placeholdersOf, resolveRecord } from '../../lake/seed.ts'
import { RELEASES, withArchive, type ArchivedDocument } from './archive.ts'
import type { Dataset } from './datasets.ts'
import { readReleases, type Release } from './releases.ts'
import { placeholdersIn, uploadAssets, uploadWhatCan } from './upload-assets.ts'
import { writeDocuments, type WriteOptions } from './write-documents.ts'

export interface ImportOptions extends WriteOptions {
  /** Whether to import pictures and files that no document shows. */
  unused: boolean
  /** Prints a line. */
  say: (line: string) => void
}

/** How many documents of an archive were written, and how many stayed as the dataset had them. */
export interface Imported {
  written: number
  kept: number
}

/**
 * Imports an export archive, an unpacked one, or an NDJSON file into the dataset: pictures and files first, then the
 * documents that name them, so that a refusal leaves the content as it was.
 * @throws OperationalError when there is no such file, something of it is refused, or it would overwrite a release
 * that is scheduled
 */
export async function importArchive(
  dataset: Dataset,
  path: string,
  options: ImportOptions,
): Promise<Imported> {
  const { operation, unused, progress } = options
  return withArchive(path, async ({ documents, folder, isWhole }) => {
    const hasReleases = documents.some(({ _id: id }) => releaseIn(id) !== undefined)
    const known = hasReleases ? await readReleases(dataset) : []
    if (operation === 'createOrReplace') requireUnlocked(dataset, documents, known)
    const due = operation === 'createOrReplace' ? documents : withoutClosed(documents, known)

    const shown = new Set(placeholdersOf(due))
    const assets = await uploadAssets(dataset, shown, folder, progress).catch((error: unknown) => {
      const reason = messageOf(error).replaceAll(`${pathToFileURL(folder).href}/`, '')
      throw new OperationalError(`No document was written to ${dataset.name}: ${reason}`, { cause: error })
    })
    if (unused && isWhole) await uploadOthers(dataset, shown, folder, options)

    const releases = due.filter(isRelease)
    // A release that has ended locks its versions, until the archive reopens it.
    await writeReleases(dataset, releases)
    const content = due.filter((document) => !isRelease(document))
    const resolved = content.map((document) => resolveRecord(document, assets) as ArchivedDocument)
    const written =
      releases.length + (await writeDocuments(dataset, resolved, options, releases.map(titleOf)))
    return { written, kept: documents.length - written }
  })
}

/** Assets that no document shows: the content is whole without them, so a refusal is only reported. */
async function uploadOthers(
  dataset: Dataset,
  shown: ReadonlySet<string>,
  folder: string,
  { progress, say }: ImportOptions,
): Promise<void> {
  const others = (await placeholdersIn(folder)).filter((placeholder) => !shown.has(placeholder))
  const refused = await uploadWhatCan(dataset, others, folder, progress)
  for (const path of refused)
    say(`${path} was left out, as ${dataset.name} did not take it. No document shows it.`)
}

function isRelease({ _id: id }: ArchivedDocument): boolean {
  return id.startsWith(RELEASES)
}

/** As editors call it. */
function titleOf({ _id: id, metadata }: ArchivedDocument): string {
  const { title } = (metadata ?? {}) as { title?: unknown }
  return typeof title === 'string' ? title : id.slice(RELEASES.length)
}

/** The release that a document is, or is a version in. */
function releaseIn(id: string): string | undefined {
  return id.startsWith(RELEASES) ? id.slice(RELEASES.length) : releaseOf(id)
}

/** @throws OperationalError naming what is scheduled: it was checked as it is, and goes live by itself */
function requireUnlocked({ name }: Dataset, documents: ArchivedDocument[], known: Release[]): void {
  const names = new Set(documents.map(({ _id: id }) => releaseIn(id)))
  const locked = known.filter((release) => release.state === 'scheduled' && names.has(release.name))
  if (locked.length === 0) return
  const titles = locked.map(({ title }) => `“${title}”`).join(', ')
  throw new OperationalError(
    `What is scheduled in ${name} is locked, and the archive would overwrite it: ${titles}. No document was written. Unschedule it under Releases in the Studio, then run this again.`,
  )
}

/** All but existing releases, and versions in scheduled or ended ones, which stay as they are. */
function withoutClosed(documents: ArchivedDocument[], known: Release[]): ArchivedDocument[] {
  const states = new Map(known.map(({ name, state }) => [name, state]))
  return documents.filter((document) => {
    const state = states.get(releaseIn(document._id) ?? '')
    return state === undefined || (state === 'active' && !isRelease(document))
  })
}

/** All in one transaction. @throws OperationalError when they are refused */
async function writeReleases({ client, name }: Dataset, releases: ArchivedDocument[]): Promise<void> {
  if (releases.length === 0) return
  const actions = releases.map((release) => ({
    actionType: 'sanity.action.release.import' as const,
    releaseId: release._id.slice(RELEASES.length),
    attributes: release,
    ifExists: 'replace' as const,
  }))
  await client.action(actions).catch((error: unknown) => {
    throw new OperationalError(`No document was written to ${name}: ${messageOf(error)}`, { cause: error })
  })
}
