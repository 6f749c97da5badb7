import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Manifest, PublishInput, Published, SitePublisher } from '../../../api/site.ts'
import type { Release, SiteFile } from '../../../api/services/release.ts'

/** The paths whose pages read each document; others are on no page. */
const PAGES: Record<string, string[]> = { home: ['/'], about: ['/about'], settings: ['/', '/about'] }

/** Stands where the built site does: content in a map, pages that are nothing but their stamp, manifests in `dist`. */
export function createFakeSite(dist: string) {
  const content = new Map<string, { _rev: string; at: string }>()
  const kept = new Map<string, Manifest>()
  let current = serve(manifestOf({}, 0))
  const calls: PublishInput['awaited'][] = []
  const state = {
    /** How long a publish takes, in ms. */
    takesMs: 0,
    /** Whether a publish waits for what it is to contain, as the real one does. */
    waits: false,
    /** What a publish fails with. */
    failure: undefined as string | undefined,
    held: current.held,
    /** Paths whose pages are served as they were. */
    stuck: new Set<string>(),
    underWay: 0,
    mostAtOnce: 0,
  }

  function serve(manifest: Manifest): Manifest {
    kept.set(manifest.id, manifest)
    for (const folder of ['site', `releases/${manifest.id}`]) {
      mkdirSync(path.join(dist, folder), { recursive: true })
      writeFileSync(path.join(dist, folder, 'release.json'), JSON.stringify(manifest))
    }
    return manifest
  }

  async function publish({ awaited }: PublishInput): Promise<Published | { sentence: string }> {
    calls.push(structuredClone(awaited))
    state.underWay += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.underWay)
    while (state.waits && awaited.some(({ _id, _rev }) => (content.get(_id)?._rev ?? null) !== _rev))
      await pause(5)
    const documents = Object.fromEntries([...content].map(([id, { _rev }]) => [id, _rev]))
    await pause(state.takesMs)
    state.underWay -= 1
    if (state.failure !== undefined) return { sentence: state.failure }
    const next = { ...manifestOf(documents, kept.size), held: state.held }
    const isNew = next.snapshot !== current.snapshot || state.held !== current.held
    const { pages } = current
    const drawn = Object.keys(next.pages).filter((page) => next.pages[page]?.stamp !== pages[page]?.stamp)
    if (isNew) current = serve(next)
    return { manifest: current, isNew, drawn, timings: { read: 0, render: 0, write: 0, switch: 0 } }
  }

  const publisher: SitePublisher = {
    publish,
    improve: () => Promise.resolve(),
    switchRelease: (_dist, id) => {
      const found = kept.get(id)
      if (!found) return Promise.resolve({ sentence: `The release ${id} is gone.` })
      current = serve(found)
      return Promise.resolve(found)
    },
    openPreview: () => 'This site shows no drafts.',
    documentTypes: ['page'],
    contentSource: () => 'A fake site reads no content.',
  }

  function release(): Promise<Release> {
    const files = Object.entries(current.pages).map(([page, { stamp }]): [string, SiteFile] => {
      const name = page === '/' ? 'index.html' : `${page.slice(1)}.html`
      const shown = state.stuck.has(page) ? 'old' : stamp
      const body = Buffer.from(`<meta name="release-stamp" content="${shown}">`)
      return [name, { name, body, brotli: undefined, etag: shown }]
    })
    return Promise.resolve(new Map(files))
  }
  return { content, calls, state, publisher, release, current: () => current, kept }
}

function manifestOf(documents: Record<string, string>, count: number): Manifest {
  const at = new Date(Date.UTC(2025, 9, 31) + count).toISOString()
  const paths = [...new Set(Object.values(PAGES).flat())]
  const pages = Object.fromEntries(
    paths.map((page) => {
      const read = Object.keys(documents).filter((id) => PAGES[id]?.includes(page))
      return [
        page,
        { stamp: read.map((id) => documents[id]).join('-') || 'empty', documents: read, reads: [] },
      ]
    }),
  )
  const snapshot = JSON.stringify(documents)
  return { id: at.replace(/\W/gu, ''), at, build: 'b', snapshot, documents, pages, redirects: {}, held: [] }
}
