import { Hono, type Context } from 'hono'
import { isPublicId } from '../document.ts'
import type { Replay } from '../history/replay.ts'
import type { Bus } from '../listen/bus.ts'
import type { EventStreams } from '../listen/event-stream.ts'
import { listen } from '../listen/listener.ts'
import { tagsOfChanges } from '../query/sync-tags.ts'
import type { Corpus } from '../store/corpus.ts'
import { callerOf, type Guard } from './guard.ts'
import { paramsOf } from './query-routes.ts'
import { forReader } from './reply.ts'

/** What listeners are fed from. */
type Sources = { corpus: Corpus; bus: Bus; replay: Replay }

export function listenRoutes({ corpus, bus, replay }: Sources, streams: EventStreams, guard: Guard): Hono {
  const routes = new Hono()

  routes.get('/data/listen/production', (c) => {
    const feed = listen(corpus, bus, replay, {
      query: c.req.query('query') ?? '*',
      params: paramsOf(new URL(c.req.url).searchParams),
      includeResult: flag(c, 'includeResult', false),
      includePreviousRevision: flag(c, 'includePreviousRevision', false),
      includeMutations: flag(c, 'includeMutations', true),
      includeAllVersions: flag(c, 'includeAllVersions', false),
      includeEffects: c.req.query('effectFormat') === 'mendoza',
      onlyPublic: !guard.isTrusted(callerOf(c.req.raw)),
      resumeFrom: flag(c, 'enableResume', false) ? c.req.header('last-event-id') : undefined,
    })
    return streams.open(c.req.raw.signal, (json) => forReader(c, json), feed)
  })

  routes.get('/data/live/events/production', (c) => {
    const includeDrafts = flag(c, 'includeDrafts', false) && guard.isTrusted(callerOf(c.req.raw))
    return streams.open(
      c.req.raw.signal,
      (json) => json,
      (send) => {
        send('welcome', {})
        return bus.subscribe(({ id, changes }) => {
          const told = includeDrafts ? changes : changes.filter((change) => isPublicId(change.id))
          if (told.length > 0) send('message', { tags: tagsOfChanges(told) }, id)
        })
      },
    )
  })

  return routes
}

function flag(c: Context, name: string, fallback: boolean): boolean {
  return (c.req.query(name) ?? String(fallback)) === 'true'
}
