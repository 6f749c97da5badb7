import { Hono, type Context } from 'hono'
import { isRecord } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { AUTHOR, callerIn } from './caller.ts'
import type { Guard } from './guard.ts'

const MAX_SETTINGS = 500
const MAX_KEY_LENGTH = 256
const MAX_VALUE_LENGTH = 64 * 1024

interface Pair {
  key: string
  value: unknown
}

/** No key of the Studio's has it. */
const BETWEEN = '\n'

/** The Studio's own settings for each user, such as recent searches and pane widths. */
export function settingRoutes(store: Store, guard: Guard): Hono {
  const routes = new Hono()
  /** Prefix of a caller's keys in the store; empty for callers without a name. */
  function drawerOf(c: Context): string {
    const { id } = guard.userOf(callerIn(c))
    return id === AUTHOR ? '' : `${id}${BETWEEN}`
  }

  routes.get('/users/me/keyvalue/:keys', (c) => {
    const keys = c.req
      .param('keys')
      .split(',')
      .filter((key) => !key.includes(BETWEEN))
    const drawer = drawerOf(c)
    const pairs = keys.map((key) => ({ key, value: store.readSetting(drawer + key) }))
    return c.json(pairs.filter(({ value }) => value !== undefined))
  })
  routes.put('/users/me/keyvalue', async (c) => {
    const pairs = await readPairs(c)
    const drawer = drawerOf(c)
    const known = store.settingKeys().filter((key) => isIn(drawer, key))
    const keys = new Set([...known, ...pairs.map(({ key }) => drawer + key)])
    if (keys.size > MAX_SETTINGS) throw tooLarge(`The Studio keeps ${MAX_SETTINGS} settings at most.`)
    for (const { key, value } of pairs) store.writeSetting(drawer + key, value)
    const updatedAt = new Date().toISOString()
    return c.json(pairs.map((pair) => ({ ...pair, updatedAt })))
  })
  return routes
}

function isIn(drawer: string, key: string): boolean {
  return drawer === '' ? !key.includes(BETWEEN) : key.startsWith(drawer)
}

/** @throws LakeError 400 or 413 when there are no pairs, or one of them can't be kept. */
async function readPairs(c: Context): Promise<Pair[]> {
  const body: unknown = await c.req.json().catch(() => undefined)
  return [body].flat().map((pair) => {
    if (!isRecord(pair) || typeof pair['key'] !== 'string' || pair['value'] === undefined) {
      throw new LakeError(400, 'invalidBody', 'Settings are sent as [{"key": "…", "value": …}].')
    }
    const { key, value } = pair
    if (key.includes(BETWEEN)) throw new LakeError(400, 'invalidBody', 'A setting’s key is one line.')
    if (key.length > MAX_KEY_LENGTH)
      throw tooLarge(`A setting's key has ${MAX_KEY_LENGTH} characters at most.`)
    if (JSON.stringify(value).length > MAX_VALUE_LENGTH) {
      throw tooLarge(`A setting holds ${MAX_VALUE_LENGTH / 1024} kB at most.`)
    }
    return { key, value }
  })
}

function tooLarge(description: string): LakeError {
  return new LakeError(413, 'payloadTooLarge', description)
}
