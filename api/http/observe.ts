import type { RequestListener } from 'node:http'
import { isLakePath } from '../contract/addresses.ts'
import { countedPath } from '../contract/missing-paths.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** A request that was answered, without anything of who sent it. */
export interface Answered {
  method: string
  /** The group of routes that it belongs to, of a few. */
  route: RouteGroup
  /** Where it went, without its query; absent where that may name a person or hold a secret. */
  path: string | undefined
  /** 499 where its sender did not wait for the answer. */
  status: number
  /** Of the answer with its head, on the wire. */
  bytes: number
  seconds: number
  /** Whether it is open for as long as its reader wants. */
  isStream: boolean
}

type RouteGroup =
  | 'page'
  | 'asset'
  | 'form'
  | 'publishing'
  | 'submissions'
  | 'preview'
  | 'studio'
  | 'content'
  | 'operations'
  | 'other'

const API: Readonly<Record<string, RouteGroup>> = {
  waitlist: 'form',
  contact: 'form',
  'bot-check': 'form',
  rebuild: 'publishing',
  publishes: 'publishing',
  releases: 'publishing',
  'missing-paths': 'publishing',
  submissions: 'submissions',
  audit: 'submissions',
  preview: 'preview',
  health: 'operations',
  ready: 'operations',
  metrics: 'operations',
  'openapi.json': 'operations',
}

/** Paths that a URL's parser gives back as they are: no query, escape, dot segment or host. */
const PLAIN_PATH = /^\/(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/u

/** nginx's own status for it. */
const GONE = 499

/** Tells of each request once its answer has ended. */
export function observe(
  listener: RequestListener,
  onAnswered: (answered: Answered) => void,
): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/', socket } = request
    const path = pathOf(url)
    const route = routeGroupOf(path)
    const startedAt = performance.now()
    const writtenBefore = socket.bytesWritten
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : GONE
      onAnswered({
        method,
        route,
        path: loggedPath(path, route, status),
        status,
        bytes: socket.bytesWritten - writtenBefore,
        seconds: (performance.now() - startedAt) / 1_000,
        isStream: String(response.getHeader('content-type')).startsWith('text/event-stream'),
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
  return ({ isStream, seconds, ...entry }) => {
    if (!isStream) metrics.request(entry.route, entry.status, seconds)
    if (all || (entry.route === 'form' && entry.method === 'POST'))
      log.info({ ...entry, ms: Math.round(seconds * 1_000) }, 'request')
  }
}

/** The group of routes that a path without its query belongs to. */
function routeGroupOf(path: string): RouteGroup {
  const [, first = '', second = ''] = path.split('/')
  if (first === 'api') return API[second] ?? 'other'
  if (first === 'preview' || first === 'studio') return first
  if (isLakePath(path)) return 'content'
  return first === 'assets' || /\.[a-z0-9]+$/iu.test(path) ? 'asset' : 'page'
}

/**
 * Addresses of drafts hold a token, and whatever nothing answers at was typed by somebody. What is logged of those
 * is what the list of missing addresses shows, too.
 */
function loggedPath(path: string, route: RouteGroup, status: number): string | undefined {
  if (route === 'preview' || route === 'other') return undefined
  if (route === 'studio') return '/studio'
  // What stands after the name of a route was typed by somebody.
  if (route === 'form' || route === 'submissions' || route === 'operations')
    return path.split('/', 3).join('/')
  return status < 400 ? path : countedPath(path)
}
