import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { PersonRole } from '../../../api/contract/people.ts'
import { lakeEditors } from '../../../api/editors/lake-editors.ts'
import { parseEnv } from '../../../api/env.ts'
import type { IdentifiedCaller } from '../../../api/http/client-address.ts'
import { createLog } from '../../../api/log.ts'
import { LASTS_MS, makeLink } from '../../../api/people/links.ts'
import { hasPeople, openPeople } from '../../../api/people/open-people.ts'
import { PERSON_COOKIE } from '../../../api/people/sessions.ts'
import { openLake, type LakeOptions } from '../../../studio/lake/lake.ts'
import { createSockets } from '../../../studio/lake/listen/sockets.ts'
import { root } from '../../support/lake.ts'
import { newStore } from './stores.ts'

export const SITE_TOKEN = 'a token of sixteen and more'
export const ORIGIN = 'http://localhost'

/** People on a store, and a content lake that is told who asks. They end with the test. */
export async function openPeopleHere(
  settings: Record<string, string> = {},
  lakeOptions: Partial<LakeOptions> = {},
) {
  const store = newStore()
  const { env } = parseEnv({ LAKE_TOKEN: SITE_TOKEN, ...settings })
  if (!hasPeople(env)) throw new Error('There are no people with these settings.')
  /** Operations of the store that fail from now on, and those that were asked for. */
  const away = new Set<string>()
  const asked: string[] = []
  const call: typeof store.call = (name, ...args) => {
    asked.push(name)
    return away.has(name)
      ? Promise.reject(new OperationalError('The store is away.'))
      : store.call(name, ...args)
  }
  const opened = openPeople(env, { call, origin: ORIGIN, log: createLog('silent') })
  const bare = await openLake({
    dataDir: mkdtempSync(path.join(tmpdir(), 'lake-')),
    seedDir: path.join(root, 'studio/seed'),
    token: SITE_TOKEN,
    administered: ['settings'],
    ...lakeOptions,
  })
  const sockets = createSockets(bare.fetch)
  const lake = opened.identify({
    fetch: (request: Request, sender: IdentifiedCaller) => bare.fetch(request, sender),
    upgrade: sockets.upgrade,
  })
  onTestFinished(async () => {
    opened.close()
    sockets.close()
    await bare.close()
    await store.close()
  })

  /** Takes somebody in, and signs them in: gives the cookie that their browser has from then on. */
  async function signIn(name: string, role: PersonRole) {
    const email = `${name.toLowerCase()}@example.com`
    const person = await store.call('invite', { name, email, role }, 'test', Date.now())
    if (!person) throw new Error(`${email} is on the list already.`)
    const link = await makeLink(
      store.call,
      { personId: person.id, editor: '', lastsMs: LASTS_MS.asked, origin: ORIGIN },
      Date.now(),
    )
    const session = await opened.sessions.start(new URL(link?.url ?? '').hash.slice(1))
    return { person, cookie: `${PERSON_COOKIE}=${session?.id}` }
  }

  /** Asks the lake as this server does for a browser of this machine. */
  function askLake(target: string, headers: Record<string, string>, body?: object): Promise<Response> {
    const isForm = body instanceof URLSearchParams
    const more = body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }
    const all = { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) }
    const request = new Request(`${ORIGIN}${target}`, { ...more, headers: all })
    return lake.fetch(request, { forwarded: false, address: '127.0.0.1' })
  }

  return { ...opened, store, away, asked, lake, signIn, askLake, checkEditor: lakeEditors(lake, 0) }
}
