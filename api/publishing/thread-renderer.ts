import type { Drafts } from '../previews/drafts.ts'
import type { CallName, Calls } from './renderer-calls.ts'
import type { DraftsOptions, Renderer } from './renderer.ts'

/** Asks the thread. Work that is long and lets other calls in between has `Infinity` as its limit. */
export type Ask = <Name extends CallName>(
  name: Name,
  args: Parameters<Calls[Name]>,
  limitMs?: number,
) => Promise<Awaited<ReturnType<Calls[Name]>>>

/** The bundle in a thread as a renderer: each call is a question to it. Rejects if the bundle can’t be loaded. */
export async function openThreadRenderer(
  ask: Ask,
  { subscribe, ended }: Pick<Drafts, 'subscribe'> & Pick<Renderer, 'ended'>,
): Promise<Renderer> {
  const documentTypes = await ask('documentTypes', [])
  return {
    ...callsOf(ask),
    documentTypes,
    drafts: (given) => openDrafts(ask, given, subscribe),
    ended,
  }
}

/** What of a renderer is a question to its thread, each under its own name. */
function callsOf(ask: Ask): Omit<Renderer, 'documentTypes' | 'drafts' | 'ended'> {
  return {
    publish: (input) => ask('publish', [input]),
    finishRelease: (dist, manifest) => ask('finishRelease', [dist, manifest], Infinity),
    switchRelease: (dist, id) => ask('switchRelease', [dist, id]),
    releaseFiles: (dist, id) => ask('releaseFiles', [dist, id]),
    lackingFiles: (dist, id, files) => ask('lackingFiles', [dist, id, files]),
    keepContents: (dist, contents) => ask('keepContents', [dist, contents]),
    removeContents: (dist) => ask('removeContents', [dist]),
    keepRelease: (dist, release) => ask('keepRelease', [dist, release]),
    takeRelease: (dist, release) => ask('takeRelease', [dist, release]),
    manifest: (dist, id) => ask('manifest', [dist, id]),
    releaseChanges: (dist, before, after) => ask('releaseChanges', [dist, before, after]),
    releasePage: (dist, request) => ask('releasePage', [dist, request]),
    askLake: (path) => ask('askLake', [path]),
    checkRelease: (release, given) => ask('checkRelease', [release, given]),
  }
}

async function openDrafts(ask: Ask, given: DraftsOptions, subscribe: Drafts['subscribe']): Promise<Drafts> {
  // Before each call: a thread that has rested since follows no drafts.
  const open = () => ask('openDrafts', [given])
  await open()
  return {
    page: (request) => open().then(() => ask('page', [request])),
    side: (request) => open().then(() => ask('side', [request])),
    compare: (request) => open().then(() => ask('compare', [request])),
    ended: (request) => open().then(() => ask('ended', [request])),
    admits: (url) => open().then(() => ask('admits', [url])),
    moment: () => open().then(() => ask('moment', [])),
    subscribe,
  }
}
