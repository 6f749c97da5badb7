import type { ContentSource } from '../content/client.ts'
import { createReader, revisionsOf, type Documents, type ReadDocuments } from '../content/documents.ts'
import { hashOf, type Snapshot } from '../content/snapshot.ts'
import { missingIn, type Awaited } from './await.ts'
import { drawSite, type Drawing } from './draw.ts'
import { improveRelease } from './improve.ts'
import { keepGood, readGood } from './release/last-good.ts'
import type { Held, Manifest } from './release/manifest.ts'
import { keepManifest, manifestFile } from './release/manifest-files.ts'
import { createPictureReader, type ReadPictures } from './pictures/read-pictures.ts'
import { releaseId } from './release/release-id.ts'
import { clearStages, discard, stageFrom } from './release/stage.ts'
import { currentFolder, currentManifest, newestRelease, switchTo } from './release/switch.ts'
import { readTemplate } from './release/whole.ts'
import { writeChanges } from './pictures/write-pictures.ts'
import { drawSound } from './sound.ts'
import { parseTemplate } from './template.ts'

export { routesOf } from '../site/routes.tsx'
export { contentSource } from '../content/client.ts'
export { documentTypes } from '../content/documents.ts'
export { drawSite } from './draw.ts'
export { cardsOf } from './improve.ts'
export { checkDrafts } from '../preview/check-drafts.ts'
export { openPreview } from '../preview/preview.ts'
export { parseTemplate } from './template.ts'
export { render, wholePage } from './render.tsx'
export { drawSound } from './sound.ts'
export { readManifest } from './release/manifest-files.ts'
export { currentManifest, switchRelease } from './release/switch.ts'

export interface PublishInput {
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  source: ContentSource
  settings: { origin: string; recaptchaSiteKey?: string }
  /** Revisions that were told of. What else there is goes live without them. */
  awaited: readonly Awaited[]
}

export interface Published {
  manifest: Manifest
  /** False when nothing had changed: then no release was written. */
  isNew: boolean
  /** Paths of the pages that were drawn anew. */
  drawn: string[]
  /** Ids of the awaited documents that the content does not show as they were told of. */
  missing: string[]
  /** In milliseconds. */
  timings: Record<'read' | 'render' | 'write' | 'switch', number>
}

/** What one publish leaves for the next: all of it can be read again from disk and lake. */
interface Memory {
  source: string
  read: ReadDocuments
  readPictures: ReadPictures
  good: Documents
  /** The good ones as they are on disk, or about to be. */
  kept: Documents
  keeping: Promise<void>
  snapshot?: Snapshot
}

const memories = new Map<string, Memory>()

/**
 * Brings the served site up to the content: reads one moment of it, draws the pages that changed, and
 * switches to a new release. One at a time for each `dist`. Returns a sentence when it can't.
 */
export async function publish(input: PublishInput): Promise<Published | { sentence: string }> {
  const { dist, settings } = input
  const start = performance.now()
  const memory = await remember(input)
  const [before, folder, html] = await Promise.all([
    currentManifest(dist),
    currentFolder(dist),
    readTemplate(dist),
  ])
  if (!before || !folder || html === undefined)
    return { sentence: `There is no site in ${dist} to publish into: run "npm run build" first.` }

  const fresh = await memory.read()
  if (typeof fresh === 'string') return { sentence: fresh }
  const missing = missingIn(fresh, input.awaited)
  const pictures = await memory.readPictures([fresh, memory.good], folder)
  const read = performance.now()

  const options = { ...settings, template: parseTemplate(html) }
  const last = memory.snapshot?.stamp === before.snapshot ? memory.snapshot : undefined
  const drawn = { pages: before.pages, snapshot: last }
  const site = await drawSound(
    fresh,
    memory.good,
    (snapshot) => drawSite(snapshot, options, drawn),
    memory.snapshot,
    pictures.broken,
  )
  if (Array.isArray(site)) return { sentence: site.join(' ') }
  const { drawing, held, documents, snapshot } = site
  memory.snapshot = snapshot
  const rendered = performance.now()
  const timings = { read: read - start, render: rendered - read, write: 0, switch: 0 }
  if (before.snapshot === snapshot.stamp && hashOf(before.held) === hashOf(held))
    return { manifest: before, isNew: false, drawn: [], missing, timings }

  const manifest = manifestOf(before.build, snapshot, drawing, held, await newestRelease(dist))
  const staged = await stageFrom(dist, folder)
  try {
    // The disk takes its time for the one while the other is compressed.
    const writing = [writeChanges(staged, drawing, pictures, before), keepManifest(dist, manifest)]
    for (const written of await Promise.allSettled(writing))
      if (written.status === 'rejected') throw written.reason
    const written = performance.now()
    await switchTo(staged, dist, manifest)
    timings.write = written - rendered
    timings.switch = performance.now() - written
  } catch (error) {
    for (const left of [staged, manifestFile(dist, manifest.id)]) await discard(left)
    // The next publish looks at disk and content anew.
    memories.delete(dist)
    throw error
  }
  memory.good = documents
  keepInTurn(dist, memory, documents)
  return { manifest, isNew: true, drawn: drawing.drawn, missing, timings }
}

/**
 * Writes the good documents down after the publish that showed them, which need not wait: without them, an older
 * revision stands in for a broken one after the next start, no more.
 */
function keepInTurn(dist: string, memory: Memory, documents: Documents): void {
  async function keep(): Promise<void> {
    await keepGood(dist, documents, memory.kept)
    memory.kept = documents
  }
  memory.keeping = memory.keeping.then(keep).catch((error: unknown) => {
    // What the next publish keeps is compared with what is there: it writes these too.
    const reason = error instanceof Error ? error.message : String(error)
    console.warn(`The documents of the last release could not be kept (${reason}): the next publish does it.`)
  })
}

/**
 * Finishes in the background what `publish` left rough in a release: card pictures, compression, the folder for
 * the next one. Needs a publish of this process before it; ends early when a newer release is served.
 */
export async function improve(dist: string, manifest: Manifest): Promise<void> {
  const snapshot = memories.get(dist)?.snapshot
  if (snapshot?.stamp === manifest.snapshot) await improveRelease(dist, manifest, snapshot)
}

/** The manifest of a new release, whose id sorts after that of the `newest` one. */
export function manifestOf(
  build: string,
  snapshot: Snapshot,
  { pages, redirects }: Drawing,
  held: Held[],
  newest: string | undefined,
): Manifest {
  const at = new Date()
  return {
    id: releaseId(at, snapshot.stamp, newest),
    at: at.toISOString(),
    build,
    snapshot: snapshot.stamp,
    documents: revisionsOf(snapshot.documents),
    pages,
    redirects,
    held,
  }
}

async function remember({ dist, source }: PublishInput): Promise<Memory> {
  const known = memories.get(dist)
  if (known?.source === source.name) return known
  await clearStages(dist)
  const good = await readGood(dist)
  const memory = {
    source: source.name,
    read: createReader(source),
    readPictures: createPictureReader(source),
    good,
    kept: good,
    keeping: Promise.resolve(),
  }
  memories.set(dist, memory)
  return memory
}
