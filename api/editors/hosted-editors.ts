import { createHash } from 'node:crypto'
import { z } from 'zod'
import { PERSON_ROLES } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { sanityUnreachable } from '../contract/problems.ts'
import { allow, refused, TIMEOUT_MS, UNNAMED, user } from './editors.ts'
import type { CheckEditor, Editor, EditorRole } from './editors.ts'

const project = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      role: z.string().nullish(),
      roles: z.array(z.object({ name: z.string() })).nullish(),
    }),
  ),
})

/**
 * Sanity's roles that edit everything. A developer, who can make tokens of any kind, is an administrator as well.
 * Contributors, robots and roles of a project's own are trusted with less.
 */
const ROLES: Readonly<Record<string, EditorRole>> = {
  administrator: 'administrator',
  developer: 'administrator',
  editor: 'editor',
}

const REMEMBERED_MS = 60_000
/** More tokens than a project has editors; beyond these the oldest is asked about again. */
const MAX_REMEMBERED = 1_000

/**
 * Editors of a hosted project, by the token that their Studio sends. Sanity is asked who it belongs to and who
 * is a member; the answer is remembered for a minute, under the token's hash. No answer is a refusal.
 * @param elapsed in ms, and never set back
 */
export function hostedEditors(
  projectId: string,
  apiUrl = `https://${projectId}.api.sanity.io`,
  elapsed = () => performance.now(),
): CheckEditor {
  const remembered = new Map<string, { member: Promise<Editor | undefined>; until: number }>()

  function memberOf(token: string): Promise<Editor | undefined> {
    const now = elapsed()
    // The oldest stand first, so that only these have to be looked at.
    for (const [key, { until }] of remembered) {
      if (until > now && remembered.size < MAX_REMEMBERED) break
      remembered.delete(key)
    }
    const key = createHash('sha256').update(token).digest('base64')
    const known = remembered.get(key)
    if (known) return known.member
    const member = askSanity(token)
    remembered.set(key, { member, until: now + REMEMBERED_MS })
    member.catch(() => {
      if (remembered.get(key)?.member === member) remembered.delete(key)
    })
    return member
  }

  /** Nobody who is no member. */
  async function askSanity(token: string): Promise<Editor | undefined> {
    const known = user.safeParse(await get('/v1/users/me', token))
    if (!known.success) return undefined
    const { data } = project.safeParse(await get(`/v1/projects/${projectId}`, token))
    const member = data?.members.find(({ id }) => id === known.data.id)
    if (!member) return undefined
    const names = member.roles?.map(({ name }) => name) ?? [member.role ?? 'viewer']
    const roles = names.map((name) => ROLES[name] ?? 'viewer')
    const role = PERSON_ROLES.find((one) => roles.includes(one)) ?? 'viewer'
    return { name: known.data.name ?? UNNAMED, role }
  }

  /** What Sanity shows the token's owner; nothing where it refuses. @throws when it does not answer */
  async function get(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(apiUrl + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status >= 500 || response.status === 429)
      throw new Error(`Sanity answered ${response.status}.`)
    return response.ok ? response.json() : undefined
  }

  return async ({ headers }, permission) => {
    const token = /^Bearer ([\x21-\x7E]{1,512})$/u.exec(headers.get('authorization') ?? '')?.[1]
    if (token === undefined) throw refused(401, 'Sign in to the Studio: this needs your Sanity session.')
    const member = await memberOf(token).catch((error: unknown) => {
      throw new ProblemError(sanityUnreachable, { cause: error })
    })
    if (!member)
      throw refused(401, 'Sanity does not know this session as a member of the project. Sign in again.')
    return allow(member, permission)
  }
}
