import { createHash } from 'node:crypto'
import { z } from 'zod'
import { notAllowed, sanityUnreachable } from '../errors.ts'
import type { Problem } from '../errors.ts'

/** What an editor wants: to see how publishes went, or to change what is served. */
type Wish = 'see' | 'change'

/** Says why a request is not an editor's; nothing where it is. */
export type CheckEditor = (request: Request, wish: Wish) => Promise<Problem | undefined>

/** What of a request tells the lake who makes it, and from where. */
const TELLING = ['authorization', 'cookie', 'origin', 'sec-fetch-site']

/** Editors of the local content lake: whoever it shows its user to, by the rules that it has for itself. */
export function lakeEditors(lake: { fetch(request: Request): Promise<Response> }): CheckEditor {
  return async ({ url, headers }) => {
    const known = TELLING.map((name) => [name, headers.get(name)] as const)
    const told = known.filter((pair): pair is [string, string] => pair[1] !== null)
    const answer = await lake.fetch(new Request(new URL('/v1/users/me', url), { headers: told }))
    if (answer.ok) return undefined
    const { error } = lakeFault.parse(await answer.json())
    return notAllowed(answer.status === 401 ? 401 : 403, error.description)
  }
}

const lakeFault = z.object({ error: z.object({ description: z.string() }) })
const user = z.object({ id: z.string().min(1) })
const project = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      role: z.string().nullish(),
      roles: z.array(z.object({ name: z.string() })).nullish(),
    }),
  ),
})

type Standing = 'stranger' | 'viewer' | 'editor'

const REMEMBERED_MS = 60_000
const TIMEOUT_MS = 5_000

/**
 * Editors of a hosted project, by the token that their Studio sends. Sanity is asked who it belongs to and who
 * is a member; the answer is remembered for a minute, under the token's hash. No answer is a refusal.
 */
export function hostedEditors(projectId: string, apiUrl = `https://${projectId}.api.sanity.io`): CheckEditor {
  const remembered = new Map<string, { standing: Promise<Standing>; until: number }>()

  function standingOf(token: string): Promise<Standing> {
    const now = Date.now()
    for (const [key, { until }] of remembered) if (until <= now) remembered.delete(key)
    const key = createHash('sha256').update(token).digest('base64')
    const known = remembered.get(key)
    if (known) return known.standing
    const standing = askSanity(token)
    remembered.set(key, { standing, until: now + REMEMBERED_MS })
    standing.catch(() => remembered.delete(key))
    return standing
  }

  async function askSanity(token: string): Promise<Standing> {
    const known = user.safeParse(await get('/v1/users/me', token))
    if (!known.success) return 'stranger'
    const { data } = project.safeParse(await get(`/v1/projects/${projectId}`, token))
    const member = data?.members.find(({ id }) => id === known.data.id)
    if (!member) return 'stranger'
    const roles = member.roles?.map(({ name }) => name) ?? [member.role ?? 'viewer']
    return roles.some((role) => role !== 'viewer') ? 'editor' : 'viewer'
  }

  /** What Sanity shows the token's owner; nothing where it refuses. Throws when it does not answer. */
  async function get(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(apiUrl + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status >= 500 || response.status === 429)
      throw new Error(`Sanity answered ${response.status}.`)
    return response.ok ? response.json() : undefined
  }

  return async ({ headers }, wish) => {
    const token = /^Bearer ([\x21-\x7E]{1,512})$/u.exec(headers.get('authorization') ?? '')?.[1]
    if (token === undefined) return notAllowed(401, 'Sign in to the Studio: this needs your Sanity session.')
    const standing = await standingOf(token).catch(() => undefined)
    if (standing === undefined) return sanityUnreachable
    if (standing === 'stranger')
      return notAllowed(401, 'Sanity does not know this session as a member of the project. Sign in again.')
    if (standing === 'viewer' && wish === 'change')
      return notAllowed(403, 'Viewers can see releases. Ask an editor to change what is served.')
    return undefined
  }
}
