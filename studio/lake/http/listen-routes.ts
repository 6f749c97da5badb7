import { Hono, type Context } from 'hono'
import { isPublicId } from '../document.ts'
import type { Replay } from '../history/replay.ts'
import { STREAM_HEADERS, type EventStreams } from '../listen/event-stream.ts'
import { listen, type ListenOptions } from '../listen/listener.ts'
import type { Reader } from '../listen/listeners.ts'
import { tagsOfChanges } from '../query/sync-tags.ts'
import { callerIn } from './caller.ts'
import type { Dataset } from './dataset.ts'
import type { Guard } from './guard.ts'
import { forReader } from './json.ts'
import { paramsOf } from './query-routes.ts'
import type { Turns } from './queues.ts'

/** What listeners are fed from. */
interface Sources extends Pick<Dataset, 'name' | 'corpus' | 'bus'> {
  replay: Replay
}

/** @param turns in which the filters of strangers are read */
export function listenRoutes(sources: Sources, streams: EventStreams, guard: Guard, turns: Turns): Hono {
  const { name, corpus, bus, replay } = sources
  const routes = new Hono()

  routes.get(`/data/listen/${name}`, async (c) => {
    if (isHead(c)) return c.body(null, 200, STREAM_HEADERS)
    const reader = readerOf(c, guard)
    const { isTrusted } = reader
    const user = isTrusted ? guard.userOf(callerIn(c)).id : undefined
    const options = optionsOf(c, user)
    const make = () => listen(corpus, bus, replay, options)
    const feed = isTrusted ? make() : await turns.take(reader, make)
    return streams.open(reader, (json) => forReader(c, json), feed)
  })

  routes.get(`/data/live/events/${name}`, (c) => {
    if (isHead(c)) return c.body(null, 200, STREAM_HEADERS)
    const reader = readerOf(c, guard)
    const includeDrafts = flag(c, 'includeDrafts', false) && reader.isTrusted
    return streams.open(
      reader,
      (json) => json,
      (send) => {
        send({ event: 'welcome', data: {} })
        return bus.subscribe(({ id, changes }) => {
          const told = includeDrafts ? changes : changes.filter((change) => isPublicId(change.id))
          if (told.length > 0) send({ event: 'message', data: { tags: tagsOfChanges(told) }, id })
        })
      },
    )
  })

  return routes
}

// Hono answers HEAD by what answers GET, and would drop the stream without ending it.
function isHead(c: Context): boolean {
  return c.req.raw.method === 'HEAD'
}

function readerOf(c: Context, guard: Guard): Reader {
  const caller = callerIn(c)
  return { signal: c.req.raw.signal, address: caller.address, isTrusted: guard.isTrusted(caller) }
}

function optionsOf(c: Context, user: string | undefined): ListenOptions {
  return {
    query: c.req.query('query') ?? '*',
    params: paramsOf(new URL(c.req.url).searchParams),
    includeResult: flag(c, 'includeResult', false),
    includePreviousRevision: flag(c, 'includePreviousRevision', false),
    includeMutations: flag(c, 'includeMutations', true),
    includeAllVersions: flag(c, 'includeAllVersions', false),
    includeEffects: c.req.query('effectFormat') === 'mendoza',
    user,
    // What a stranger has missed is not worth the work of going through all of it.
    resumeFrom:
      user !== undefined && flag(c, 'enableResume', false) ? c.req.header('last-event-id') : undefined,
  }
}

function flag(c: Context, name: string, fallback: boolean): boolean {
  return (c.req.query(name) ?? String(fallback)) === 'true'
}
