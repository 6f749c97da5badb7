import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Release, SiteFile } from '../../../api/http/release.ts'
import type { Manifest, PublishInput, Published, Renderer } from '../../../api/publishing/renderer.ts'
import { publicManifest } from '../../../web/publisher/release/public-manifest.ts'

/** The paths whose pages read each document; others are on no page. */
const PAGES: Record<string, string[]> = { home: ['/'], about: ['/about'], settings: ['/', '/about'] }

const BROKEN = {
  documentId: 'home',
  type: 'home',
  title: 'Home',
  path: 'title',
  message: '“Title” is missing.',
}

/** Stands where the built site does: content in a map, pages that are nothing but their stamp, manifests in `dist`. */
export function createFakeSite(dist: string) {
  const content = new Map<string, { _rev: string; at: string }>()
  const kept = new Map<string, Manifest>()
  const pages = { ...PAGES }
  let current = serve(manifestOf({}, 0, pages))
  const calls: PublishInput['awaited'][] = []
  const state = {
    /** How long a publish takes, in ms. */
    takesMs: 0,
    /** What a publish waits for besides. */
    until: Promise.resolve(),
    /** What a publish fails with. */
    failure: undefined as string | undefined,
    held: current.held,
    /** How many publishes leave pictures for the next one. */
    unfinished: 0,
    /** Paths whose pages are served as they were. */
    stuck: new Set<string>(),
    underWay: 0,
    mostAtOnce: 0,
  }

  function serve(manifest: Manifest): Manifest {
    kept.set(manifest.id, manifest)
    const folder = path.join(dist, 'releases', manifest.id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'release.json'), JSON.stringify(publicManifest(manifest)))
    return manifest
  }

  async function publish({ awaited }: PublishInput): Promise<Published> {
    calls.push(structuredClone(awaited))
    state.underWay += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.underWay)
    const missing = state.held.length > 0 ? [] : missingOf(awaited)
    const documents = Object.fromEntries([...content].map(([id, { _rev }]) => [id, _rev]))
    await Promise.all([pause(state.takesMs), state.until])
    state.underWay -= 1
    if (state.failure !== undefined) throw new OperationalError(state.failure)
    const next = { ...manifestOf(documents, kept.size, pages), held: state.held }
    const isNew = next.snapshot !== current.snapshot || state.held !== current.held
    const before = current.pages
    const rendered = Object.keys(next.pages).filter((page) => next.pages[page]?.stamp !== before[page]?.stamp)
    if (isNew) current = serve(next)
    const isUnfinished = state.unfinished > 0
    if (isUnfinished) state.unfinished -= 1
    const timings = { read: 0, render: 0, write: 0, switch: 0 }
    return { manifest: current, isNew, rendered, missing, isUnfinished, timings }
  }

  /** What the content does not show, nor a later revision of it. */
  function missingOf(awaited: PublishInput['awaited']): string[] {
    return awaited
      .filter(({ _id, _rev, at }) => {
        const there = content.get(_id)
        return (there?._rev ?? null) !== _rev && !(there !== undefined && at !== undefined && there.at > at)
      })
      .map(({ _id }) => _id)
  }

  const renderer: Renderer = {
    publish,
    finishRelease: () => Promise.resolve(),
    switchRelease: (_dist, id) => {
      const found = kept.get(id)
      if (!found) return Promise.reject(new OperationalError(`The release ${id} is gone.`))
      current = serve(found)
      return Promise.resolve(found)
    },
    releaseFiles: () => Promise.reject(new OperationalError('This site has no files.')),
    lackingFiles: () => Promise.reject(new OperationalError('This site has no files.')),
    keepContents: () => Promise.reject(new OperationalError('This site has no files.')),
    removeContents: () => Promise.resolve(),
    keepRelease: () => Promise.reject(new OperationalError('This site has no files.')),
    takeRelease: () => Promise.reject(new OperationalError('This site has no files.')),
    manifest: (_dist, id) => Promise.resolve(id === undefined ? current : kept.get(id)),
    releaseChanges: () => Promise.resolve(undefined),
    releasePage: () => Promise.reject(new OperationalError('This site shows no releases.')),
    checkRelease: (name) => Promise.resolve(name === 'broken' ? [BROKEN] : []),
    drafts: () => Promise.reject(new OperationalError('This site shows no drafts.')),
    documentTypes: ['page'],
    askLake: () => Promise.reject(new Error('A fake site reads no content.')),
    ended: new Promise(() => undefined),
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
  return { dist, content, pages, calls, state, renderer, release, current: () => current, kept }
}

function manifestOf(documents: Record<string, string>, count: number, all: typeof PAGES): Manifest {
  const at = new Date(Date.UTC(2025, 9, 31) + count).toISOString()
  const paths = [...new Set(Object.values(all).flat())]
  const pages = Object.fromEntries(
    paths.map((page) => {
      const read = Object.keys(documents).filter((id) => all[id]?.includes(page))
      return [
        page,
        { stamp: read.map((id) => documents[id]).join('-') || 'empty', documents: read, reads: [] },
      ]
    }),
  )
  const snapshot = JSON.stringify(documents)
  return { id: at.replace(/\W/gu, ''), at, build: 'b', snapshot, documents, pages, redirects: {}, held: [] }
}
