import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from '../contract/content-error.ts'
import { diskFaultOf } from '../contract/disk-fault.ts'
import { OperationalError } from '../contract/operational-error.ts'
import type { Answer, CallName, Calls, Question } from './renderer-calls.ts'
import type { RendererBundle } from './renderer.ts'

type Opened = ReturnType<RendererBundle['openPreview']>

const { file } = workerData as { file: string }
const bundle = import(pathToFileURL(file).href) as Promise<RendererBundle>
let source: ReturnType<RendererBundle['contentSource']> | undefined
let opened: Opened | undefined

// Callers get this failure. Without a handler it would end the thread.
bundle.catch(() => undefined)

function say(what: Answer): void {
  parentPort?.postMessage(what, [])
}

async function content() {
  source ??= (await bundle).contentSource(process.env)
  return source
}

function drafts(): Opened {
  if (!opened) throw new Error('No drafts were asked for.')
  return opened
}

/** A refusal is an answer: asking again would bring the same. @throws every other error */
function nothingIfRefused(error: unknown): undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (status < 400 || status >= 500 || status === 429) throw error
}

const calls: { [Name in CallName]: (...args: Parameters<Calls[Name]>) => unknown } = {
  documentTypes: async () => (await bundle).documentTypes,
  publish: async (input) => (await bundle).publish({ ...input, source: await content() }),
  finishRelease: async (dist, manifest) => (await bundle).finishRelease(dist, manifest),
  switchRelease: async (dist, id) => (await bundle).switchRelease(dist, id),
  releaseFiles: async (dist, id) => (await bundle).releaseFiles(dist, id),
  lackingFiles: async (dist, id, files) => (await bundle).lackingFiles(dist, id, files),
  keepContents: async (dist, contents) => (await bundle).keepContents(dist, contents),
  removeContents: async (dist) => (await bundle).removeContents(dist),
  keepRelease: async (dist, release) => (await bundle).keepRelease(dist, release),
  takeRelease: async (dist, release) => (await bundle).takeRelease(dist, release),
  manifest: async (dist, id) => {
    const { readManifest, currentManifest } = await bundle
    return id === undefined ? currentManifest(dist) : readManifest(dist, id)
  },
  releaseChanges: async (dist, before, after) => (await bundle).releaseChanges(dist, before, after),
  releasePage: async (dist, request) => (await bundle).releasePage(dist, request),
  askLake: async (url) => {
    const { client } = await content()
    return client.request<unknown>({ url }).catch(nothingIfRefused)
  },
  checkRelease: async (release, options) =>
    (await bundle).checkRelease(release, { env: process.env, ...options }),
  openDrafts: async (options) => {
    if (opened) return
    opened = (await bundle).openPreview({ env: process.env, ...options })
    opened.subscribe(() => say({ id: 'changed' }))
  },
  page: (request) => drafts().page(request),
  side: (request) => drafts().side(request),
  compare: (request) => drafts().compare(request),
  ended: (request) => drafts().ended(request),
  admits: (url) => drafts().admits(url),
  moment: () => drafts().moment(),
}

/** The bundle writes to DIST_DIR alone, so a fault of a disk is a fault of that one. */
function inWords(error: unknown): unknown {
  const fault = diskFaultOf(error)
  return fault === undefined
    ? error
    : new OperationalError(`The disk of DIST_DIR ${fault}.`, { cause: error })
}

async function answer({ id, name, args }: Question): Promise<Answer> {
  try {
    const call = calls[name] as (...args: readonly unknown[]) => unknown
    return { id, value: await call(...args) }
  } catch (error) {
    return { id, failure: failureOf(inWords(error)) }
  }
}

parentPort?.on('message', (question: Question) => void answer(question).then(say))
