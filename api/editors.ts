import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ProblemError } from './contract/problem.ts'
import { lakeAway, notAllowed, sanityUnreachable, tooManyTokens } from './contract/problems.ts'
import { callerOf, isLoopbackAddress } from './http/client-address.ts'
import { PERSON_ROLES, type PersonRole } from './contract/people.ts'
import type { Caller } from './http/client-address.ts'

/**
 * What an editor wants: to see how publishes went, to work with what visitors sent, or what is an administrator's: to
 * change which version is served, to share with others, to erase, and to say who may come in.
 */
type Wish = 'see' | 'submissions' | 'administer'

/** Of a hosted project, viewers are whoever may not edit everything. */
type EditorRole = PersonRole | 'viewer'

/** Who edits, as the content lake or Sanity calls them. */
export interface Editor {
  name: string
  role: EditorRole
}

/** What each role may. */
const MAY: Readonly<Record<EditorRole, readonly Wish[]>> = {
  administrator: ['see', 'submissions', 'administer'],
  editor: ['see', 'submissions'],
  viewer: ['see'],
}

const REFUSALS: Readonly<Record<Wish, string>> = {
  see: 'This is for the editors of this site.',
  submissions: 'What people sent is for administrators and editors. Ask one of them.',
  administer: 'This needs an administrator. Ask one of them to do it. Nothing was changed.',
}

/** The one place where a role is asked. @throws ProblemError 403 for what is not the editor's */
function allow(editor: Editor, wish: Wish): Editor {
  if (MAY[editor.role].includes(wish)) return editor
  throw refused(403, REFUSALS[wish])
}

/**
 * Lets a request of an editor pass, and says who it is.
 * @param socketAddress the address at the other end of its connection
 * @throws ProblemError that says why it is not an editor's
 */
export type CheckEditor = (request: Request, wish: Wish, socketAddress?: string) => Promise<Editor>

/** The content lake, as far as it knows its editors. */
interface Lake {
  fetch(request: Request, sender: Caller): Promise<Response>
}

/** What of a request tells the lake who makes it, and from where. */
const TELLING = ['authorization', 'cookie', 'origin', 'sec-fetch-site']

const TIMEOUT_MS = 5_000

const NEEDS_TOKEN = 'This needs the access token that the site was started with.'

/** Editors of the local content lake: whoever it shows its user to, by the rules that it has for itself. */
export function lakeEditors(lake: Lake, trustedProxies: number, timeoutMs = TIMEOUT_MS): CheckEditor {
  return async ({ url, headers }, wish, socketAddress) => {
    const known = TELLING.map((name) => [name, headers.get(name)] as const)
    const told = known.filter((pair): pair is [string, string] => pair[1] !== null)
    const asking = new Request(new URL('/v1/users/me', url), { headers: told })
    const sender = callerOf(headers, socketAddress, trustedProxies)
    const answer = await within(timeoutMs, async () => readAnswer(await lake.fetch(asking, sender)))
    if (answer?.editor) return allow(answer.editor, wish)
    if (!answer?.fault || answer.status >= 500) throw new ProblemError(lakeAway)
    const { description, retryAfter } = answer.fault
    if (answer.status === 429) throw new ProblemError(tooManyTokens(description, retryAfter ?? 1))
    throw refused(answer.status === 401 ? 401 : 403, description)
  }
}

/**
 * The content lake of another server, which knows editors by their secret, and nothing of the name that this node has:
 * which page asks is looked at here. Wrong tokens count there for whoever sends them, and not for this node.
 * @param needsToken whether nobody should be an editor there without a secret
 */
export function remoteLake(url: string, needsToken: boolean): Lake {
  return {
    fetch: async ({ url: asked, headers }, { forwarded, address }) => {
      const { host, hostname, pathname } = new URL(asked)
      const origin = headers.get('origin')
      const isOwnPage = origin === null || URL.parse(origin)?.host === host
      if (!isOwnPage || headers.get('sec-fetch-site') === 'cross-site')
        return refusal(403, 'Requests from other sites are refused.')
      const isStranger = needsToken && !headers.has('cookie') && !headers.has('authorization')
      // A page can point its own name at this machine.
      if (!needsToken && !isThisMachine(hostname))
        return refusal(403, `Without LAKE_TOKEN, editors are not known at the name "${host}".`)
      if (isStranger && !isThisMachine(hostname)) return refusal(401, NEEDS_TOKEN)
      const told = new Headers(headers)
      for (const name of ['origin', 'sec-fetch-site']) told.delete(name)
      // What stands for a network is an address of it, too, once its length is gone.
      if (forwarded || !isLoopbackAddress(address)) told.set('x-forwarded-for', address.replace(/\/64$/u, ''))
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(url + pathname, { headers: told, redirect: 'manual', signal })
      // The name that the lake has for this node is nothing to tell a stranger.
      if (answer.status !== 403 || !needsToken || headers.has('authorization')) return answer
      await answer.body?.cancel()
      return refusal(401, NEEDS_TOKEN)
    },
  }
}

function isThisMachine(hostname: string): boolean {
  return /^(?:[\w-]+\.)*localhost$/u.test(hostname) || isLoopbackAddress(hostname)
}

/** As the lake itself says it. */
function refusal(statusCode: number, description: string): Response {
  return Response.json({ statusCode, error: { description } }, { status: statusCode })
}

async function readAnswer(answer: Response) {
  const { ok, status } = answer
  const said: unknown = await answer.json().catch(() => undefined)
  if (ok) {
    // A page that signs people in answers well, too.
    const { name = UNNAMED, role = 'editor' } = user.parse(said)
    return { status, editor: { name, role } }
  }
  return { status, fault: lakeFault.parse(said).error }
}

/** What was asked for, or nothing where it failed or is not there in time. */
async function within<Value>(ms: number, ask: () => Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([ask().catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/** Who is told without a name. */
const UNNAMED = 'An editor'

const lakeFault = z.object({
  error: z.object({ description: z.string(), retryAfter: z.number().optional() }),
})
const user = z.object({
  id: z.string().min(1),
  name: z.string().min(1).optional(),
  role: z.enum(PERSON_ROLES).optional().catch(undefined),
})
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
    if (token === undefined) throw refused(401, 'Sign in to the Studio: this needs your Sanity session.')
    const member = await memberOf(token).catch((error: unknown) => {
      throw new ProblemError(sanityUnreachable, { cause: error })
    })
    if (!member)
      throw refused(401, 'Sanity does not know this session as a member of the project. Sign in again.')
    return allow(member, wish)
  }
}

function refused(status: 401 | 403, detail: string): ProblemError {
  return new ProblemError(notAllowed(status, detail))
}
