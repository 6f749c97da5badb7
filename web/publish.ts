import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ContentSource } from './content/client.ts'
import { createReader, revisionsOf, type Documents, type ReadDocuments } from './content/documents.ts'
import { hashOf, type Snapshot } from './content/snapshot.ts'
import { awaitDocuments, type Awaited } from './release/await.ts'
import { drawSite, type Drawing } from './draw.ts'
import { improveRelease } from './improve.ts'
import { keepGood, readGood } from './release/good.ts'
import type { Held, Manifest } from './release/manifest.ts'
import { clearStages, stageFrom } from './release/stage.ts'
import { currentFolder, currentManifest, switchTo } from './release/switch.ts'
import { writeChanges } from './release/write.ts'
import { drawSound } from './sound.ts'
import { parseTemplate } from './template.ts'

export { contentSource } from './content/client.ts'
export { documentTypes } from './content/documents.ts'
export { drawSite } from './draw.ts'
export { cardsOf } from './improve.ts'
export { checkDrafts } from './preview/check-drafts.ts'
export { openPreview } from './preview/preview.ts'
export { parseTemplate } from './template.ts'
export { render } from './render.tsx'
export { drawSound } from './sound.ts'
export { switchRelease } from './release/switch.ts'

export interface PublishInput {
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  source: ContentSource
  settings: { origin: string; recaptchaSiteKey?: string }
  /**
   * Revisions that the release must contain, waited for at most 30 s. Looked at anew each time the content was
   * read: who calls may put a later one in the place of one that will never show.
   */
  awaited: readonly Awaited[]
}

export interface Published {
  manifest: Manifest
  /** False when nothing had changed: then no release was written. */
  isNew: boolean
  /** Paths of the pages that were drawn anew. */
  drawn: string[]
  /** In milliseconds. */
  timings: Record<'read' | 'render' | 'write' | 'switch', number>
}

/** What one publish leaves for the next: all of it can be read again from disk and lake. */
interface Memory {
  source: string
  read: ReadDocuments
  good: Documents
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
    readFile(path.join(dist, 'server/template.html'), 'utf8').catch(() => undefined),
  ])
  if (!before || !folder || html === undefined)
    return { sentence: `There is no site in ${dist} to publish into: run "npm run build" first.` }

  const fresh = await awaitDocuments(memory.read, input.awaited)
  if (typeof fresh === 'string') return { sentence: fresh }
  const read = performance.now()

  const options = { ...settings, template: parseTemplate(html) }
  const last = memory.snapshot?.stamp === before.snapshot ? memory.snapshot : undefined
  const drawn = { pages: before.pages, snapshot: last }
  const site = drawSound(
    fresh,
    memory.good,
    (snapshot) => drawSite(snapshot, options, drawn),
    memory.snapshot,
  )
  if (Array.isArray(site)) return { sentence: site.join(' ') }
  const { drawing, held, documents, snapshot } = site
  memory.snapshot = snapshot
  const rendered = performance.now()
  const timings = { read: read - start, render: rendered - read, write: 0, switch: 0 }
  if (before.snapshot === snapshot.stamp && hashOf(before.held) === hashOf(held))
    return { manifest: before, isNew: false, drawn: [], timings }

  const manifest = manifestOf(before.build, snapshot, drawing, held)
  const staged = await stageFrom(dist, folder)
  await writeChanges(staged, drawing, documents, before)
  await keepGood(dist, documents, memory.good)
  memory.good = documents
  const written = performance.now()
  await switchTo(staged, dist, manifest)
  timings.write = written - rendered
  timings.switch = performance.now() - written
  return { manifest, isNew: true, drawn: drawing.drawn, timings }
}

/**
 * Finishes in the background what `publish` left rough in a release: card pictures, compression, the folder for
 * the next one. Needs a publish of this process before it; ends early when a newer release is served.
 */
export async function improve(dist: string, manifest: Manifest): Promise<void> {
  const snapshot = memories.get(dist)?.snapshot
  if (snapshot?.stamp === manifest.snapshot) await improveRelease(dist, manifest, snapshot)
}

/** The manifest of a new release; ids sort by time. */
export function manifestOf(
  build: string,
  snapshot: Snapshot,
  { pages, redirects }: Drawing,
  held: Held[],
): Manifest {
  const at = new Date().toISOString()
  return {
    id: `${at.replace(/\W/g, '')}-${snapshot.stamp}`,
    at,
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
  const memory = { source: source.name, read: createReader(source), good: await readGood(dist) }
  memories.set(dist, memory)
  return memory
}
