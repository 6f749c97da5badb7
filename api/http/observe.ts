import type { RequestListener } from 'node:http'
import { isLakePath } from '../contract/addresses.ts'
import { countedPath } from '../contract/missing-paths.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { PLAIN_PATH } from './static.ts'

/** A request that was answered. Of its sender it holds nothing but the path. */
export interface Answered {
  method: string
  /** The group of routes that it belongs to, of a few. */
  route: RouteGroup
  /** Its path, without the query, which may name a person or hold a secret. */
  path: string
  /** 499 where its sender did not wait for the answer. */
  status: number
  /** Of the answer on the wire, headers included. */
  bytes: number
  seconds: number
  /** Whether the answer stays open for as long as its reader wants. */
  isStream: boolean
}

type RouteGroup =
  | 'page'
  | 'asset'
  | 'form'
  | 'publishing'
  | 'submissions'
  | 'people'
  | 'preview'
  | 'studio'
  | 'content'
  | 'operations'
  | 'other'

const API: ReadonlyMap<string, RouteGroup> = new Map([
  ['waitlist', 'form'],
  ['contact', 'form'],
  ['bot-check', 'form'],
  ['rebuild', 'publishing'],
  ['publishes', 'publishing'],
  ['releases', 'publishing'],
  ['missing-paths', 'publishing'],
  ['submissions', 'submissions'],
  ['people', 'people'],
  ['sign-in', 'people'],
  ['comments', 'people'],
  ['audit', 'people'],
  ['preview', 'preview'],
  ['health', 'operations'],
  ['ready', 'operations'],
  ['metrics', 'operations'],
  ['openapi.json', 'operations'],
])

/** Groups that have streams. */
const STREAMING: ReadonlySet<RouteGroup> = new Set(['content', 'preview'])

/** Groups whose paths go on with what somebody typed. */
const TYPED: ReadonlySet<RouteGroup> = new Set(['form', 'submissions', 'people', 'operations'])

/** nginx's own status for it. */
const GONE = 499

/** Reports each request once its answer has ended. */
export function observe(
  listener: RequestListener,
  onAnswered: (answered: Answered) => void,
): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/', headers, socket } = request
    // Node does not keep headers that are written at once, so the request has to tell: every reader of a stream asks
    // for one.
    const wantsStream = headers.accept === 'text/event-stream'
    const path = pathOf(url)
    const startedAt = performance.now()
    const writtenBefore = socket.bytesWritten
    response.on('close', () => {
      const route = routeGroupOf(path)
      onAnswered({
        method,
        route,
        path,
        status: response.writableFinished ? response.statusCode : GONE,
        bytes: socket.bytesWritten - writtenBefore,
        seconds: (performance.now() - startedAt) / 1_000,
        // A request for a stream that got none counts like any other.
        isStream: wantsStream && response.statusCode === 200 && STREAMING.has(route),
      })
    })
    listener(request, response)
  }
}

function pathOf(url: string): string {
  if (PLAIN_PATH.test(url)) return url
  // A request may name its host, too.
  return URL.parse(url.startsWith('/') ? `http://host${url}` : url)?.pathname ?? '/'
}

interface Reports {
  metrics: Pick<Metrics, 'request'>
  log: Pick<Log, 'info'>
  /** Whether each request is logged; otherwise posts of forms are. */
  all: boolean
}

/** Counts requests, and logs them. */
export function reportAnswered({ metrics, log, all }: Reports): (answered: Answered) => void {
  return ({ method, route, path, status, bytes, seconds, isStream }) => {
    if (!isStream) metrics.request(route, status, seconds)
    if (!all && (route !== 'form' || method !== 'POST')) return
    const logged = loggedPath(path, route, status)
    log.info({ method, route, path: logged, status, bytes, ms: Math.round(seconds * 1_000) }, 'request')
  }
}

/** The group of routes that a path without its query belongs to. */
function routeGroupOf(path: string): RouteGroup {
  const end = path.indexOf('/', 1)
  const first = end < 0 ? path.slice(1) : path.slice(1, end)
  if (first === 'api') return API.get(path.split('/', 3)[2] ?? '') ?? 'other'
  if (first === 'preview' || first === 'studio') return first
  if (isLakePath(path)) return 'content'
  return first === 'assets' || /\.[a-z0-9]+$/iu.test(path) ? 'asset' : 'page'
}

/**
 * Addresses of drafts hold a token. Somebody typed an address that nothing answers: it is logged only as the list of
 * missing addresses shows it.
 */
function loggedPath(path: string, route: RouteGroup, status: number): string | undefined {
  if (route === 'preview' || route === 'other') return undefined
  if (route === 'studio') return '/studio'
  if (TYPED.has(route)) return path.split('/', 3).join('/')
  return status < 400 ? path : countedPath(path)
}
