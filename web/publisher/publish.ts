import path from 'node:path'
import { messageOf, OperationalError } from '../../api/contract/operational-error.ts'
import { DAY_MS } from '../../api/contract/time.ts'
import type { ContentSource } from '../content/client.ts'
import { createReader, type Documents, type ReadDocuments } from '../content/documents.ts'
import { hashOf, type Snapshot } from '../content/snapshot.ts'
import { finishFiles } from './finish-release.ts'
import { createPictureMaker, timeOfPublish, type MakePictures } from './pictures/make-pictures.ts'
import { renderWithPictures } from './pictures/render-with-pictures.ts'
import { baseOf, type KeptRelease } from './release/base.ts'
import { keepLastGood, readLastGood } from './release/last-good.ts'
import type { Manifest } from './release/manifest.ts'
import { manifestOf } from './release/new-manifest.ts'
import { openPageWriter } from './release/page-writer.ts'
import {
  hashesOf,
  keepLastGoodOf,
  keepRelease,
  type Hashes,
  type ReplicatedRelease,
} from './release/replicate.ts'
import { clearStages, linkFolder, stagedFolder } from './release/stage.ts'
import {
  currentFolder,
  currentManifest,
  newestRelease,
  pruneReleases,
  switchRelease,
  switchTo,
} from './release/switch.ts'
import { readTemplate } from './release/whole.ts'
import { writeRelease } from './release/write-release.ts'
import { renderSite, type SiteRendering } from './render/render-site.ts'
import { parseTemplate } from './render/template.ts'

export interface PublishInput {
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  source: ContentSource
  settings: { origin: string; recaptchaSiteKey?: string }
  /** Revisions that webhooks announced. The publish does not wait for them. */
  awaited: readonly AwaitedDocument[]
}

/** A revision that was published; null where the document was deleted or unpublished. */
interface AwaitedDocument {
  _id: string
  _rev: string | null
  /** When it was published, ISO 8601: a later revision will do as well. */
  at?: string
}

export interface Published {
  manifest: Manifest
  /** False when nothing had changed: then no release was written. */
  isNew: boolean
  /** Paths of the pages that were rendered anew. */
  rendered: string[]
  /** Ids of awaited documents that the content does not have at that revision yet. */
  missing: string[]
  /** Whether pictures are left to be made: the next publish, best at once, makes them and shows their documents. */
  isUnfinished: boolean
  /** In milliseconds. */
  timings: Record<'read' | 'render' | 'write' | 'switch', number>
}

/** What one publish keeps for the next: all of it can be read again from disk and lake. */
interface Memory {
  source: string
  readDocuments: ReadDocuments
  makePictures: MakePictures
  lastGood: Documents
  /** The last good documents as they are on disk, or about to be. */
  kept: Documents
  keeping: Promise<void>
  snapshot?: Snapshot
  /** The last release that was made, and its files for machines. */
  made?: { id: string; files: SiteRendering['forMachines'] }
}

const memories = new Map<string, Memory>()

/**
 * Brings the served site up to the content: reads all of it as it is at one moment, renders the pages that
 * changed, writes a release and switches to it. One at a time for each `dist`.
 * @throws OperationalError when there is no site, no content, or none that a site can be made of
 */
export async function publish(input: PublishInput): Promise<Published> {
  const { dist, settings } = input
  const start = performance.now()
  const memory = await remember(input)
  const served = await servedSite(dist)

  const fresh = await memory.readDocuments()
  const missing = missingIn(fresh, input.awaited)
  const read = performance.now()

  const base = await baseOf(dist, served)
  const { lastGood, snapshot: before } = memory
  await using writer = openPageWriter(stagedFolder(dist, 'pages'))
  const options = { ...settings, template: parseTemplate(served.template), onPage: writer.begin }
  const last = before?.stamp === base.manifest.snapshot ? before : undefined
  const hasTime = timeOfPublish()
  const recorded = { pages: base.manifest.pages, snapshot: last }
  const site = await renderWithPictures(
    { fresh, lastGood, before },
    (state) => renderSite(state, options, base.build === base.manifest.build ? recorded : undefined),
    (names) => memory.makePictures(names, base.folder, hasTime),
  )
  memory.snapshot = site.snapshot
  const rendered = performance.now()
  const timings = { read: read - start, render: rendered - read, write: 0, switch: 0 }
  const { isUnfinished } = site
  if (base.build === served.manifest.build && isServed(site, served.manifest))
    return { manifest: served.manifest, isNew: false, rendered: [], missing, isUnfinished, timings }

  const manifest = manifestOf({ ...site, build: base.build, newest: await newestRelease(dist) })
  try {
    const { rendering, pictures, shown } = site
    const { made } = memory
    const known = made?.id === base.manifest.id ? made.files : new Map<string, string>()
    const files = { rendering, pictures, shown, writer, known }
    const release = { before: base.manifest, folder: base.folder, manifest, ...files }
    const staged = await writeRelease(dist, release)
    // A tab that was opened earlier still asks for the assets that it was opened with.
    if (base.folder !== served.folder)
      await linkFolder(path.join(served.folder, 'assets'), path.join(staged, 'assets'))
    const written = performance.now()
    await switchTo(staged, dist, manifest)
    timings.write = written - rendered
    timings.switch = performance.now() - written
  } catch (error) {
    // The next publish starts from disk and content again.
    memories.delete(dist)
    throw error
  }
  keepInTurn(dist, memory, site.documents)
  memory.made = { id: manifest.id, files: site.rendering.forMachines }
  return { manifest, isNew: true, rendered: site.rendering.rendered, missing, isUnfinished, timings }
}

/** What is served now. */
async function servedSite(dist: string): Promise<KeptRelease & { template: string }> {
  const [manifest, folder, template] = await Promise.all([
    currentManifest(dist),
    currentFolder(dist),
    readTemplate(dist),
  ])
  if (!manifest || !folder || template === undefined)
    throw new OperationalError(`There is no site in ${dist} to publish into: run "npm run build" first.`)
  return { manifest, folder, template }
}

/** security.txt says how long it holds: half of that after its release, in ms. */
const RENEWED_MS = 180 * DAY_MS

function isServed(
  { snapshot, held }: { snapshot: Snapshot; held: Manifest['held'] },
  served: Manifest,
): boolean {
  if (Date.parse(served.at) < Date.now() - RENEWED_MS) return false
  return served.snapshot === snapshot.stamp && hashOf(served.held) === hashOf(held)
}

/** Ids of awaited documents that are not there yet: a webhook can be faster than the lake that it came from. */
function missingIn(documents: Documents, awaited: readonly AwaitedDocument[]): string[] {
  return awaited.filter((wanted) => !isThere(wanted, documents)).map(({ _id }) => _id)
}

function isThere({ _id, _rev, at }: AwaitedDocument, documents: Documents): boolean {
  const document = documents.get(_id)
  if (document === undefined) return _rev === null
  if (document._rev === _rev) return true
  return at !== undefined && document._updatedAt > at
}

/**
 * Writes down the last good documents after the publish that showed them, which does not wait for it: at worst, an
 * older revision stands in for a broken one after the next start.
 */
function keepInTurn(dist: string, memory: Memory, documents: Documents): void {
  async function keep(): Promise<void> {
    await keepLastGood(dist, documents, memory.kept)
    memory.kept = documents
  }
  memory.lastGood = documents
  memory.keeping = memory.keeping.then(keep).catch((error: unknown) => {
    // The next publish compares with what is on disk, and so writes these too.
    const reason = messageOf(error)
    console.warn(`The documents of the last release could not be kept (${reason}): the next publish does it.`)
  })
}

/** All files that another node needs to serve a release and to publish after it, once they are written. */
export async function releaseFiles(dist: string, id: string): Promise<Hashes> {
  await memories.get(dist)?.keeping
  return hashesOf(dist, id)
}

/**
 * Serves a release that another node rendered. What the last publish of this node left in memory is forgotten with it.
 * @throws OperationalError where it is not whole; then the site is what it was
 */
export async function takeRelease(dist: string, release: ReplicatedRelease): Promise<Manifest> {
  await memories.get(dist)?.keeping
  const isNew = await keepRelease(dist, release)
  memories.delete(dist)
  await keepLastGoodOf(dist, release)
  const manifest = await switchRelease(dist, release.manifest.id, isNew)
  // Takes a while, and nobody waits for it: what could not be removed goes after the next release.
  pruneReleases(dist).catch(() => undefined)
  return manifest
}

/**
 * Finishes in the background what `publish` left undone in a release: cards, compression, the folder for the next one.
 * Needs an earlier publish of this process; ends early when a newer release is served.
 */
export async function finishRelease(dist: string, manifest: Manifest): Promise<void> {
  const snapshot = memories.get(dist)?.snapshot
  if (snapshot?.stamp === manifest.snapshot) await finishFiles(dist, manifest, snapshot)
}

async function remember({ dist, source }: PublishInput): Promise<Memory> {
  const known = memories.get(dist)
  if (known?.source === source.name) return known
  await clearStages(dist)
  const lastGood = await readLastGood(dist)
  const memory = {
    source: source.name,
    readDocuments: createReader(source),
    makePictures: createPictureMaker(source),
    lastGood,
    kept: lastGood,
    keeping: Promise.resolve(),
  }
  memories.set(dist, memory)
  return memory
}
