import { createHash } from 'node:crypto'
import { z } from 'zod'
import { PERSON_ROLES } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { sanityUnreachable, tooManyTokens } from '../contract/problems.ts'
import { callerOf } from '../http/client-address.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import {
  allow,
  refused,
  TIMEOUT_MS,
  UNNAMED,
  user,
  type CheckEditor,
  type Editor,
  type EditorRole,
} from './editors.ts'

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
 * Sanity's roles that edit everything. A developer can make tokens of any kind, so counts as an administrator.
 * Contributors, robots and custom roles count as viewers.
 */
const ROLES: Readonly<Record<string, EditorRole>> = {
  administrator: 'administrator',
  developer: 'administrator',
  editor: 'editor',
}

const REMEMBERED_MS = 60_000
/** More tokens than a project has editors. Beyond these, the oldest is forgotten. */
const MAX_REMEMBERED = 1_000
/** How many tokens of one address Sanity may refuse in a minute: more than one office has editors. */
const REFUSALS_A_MINUTE = 60
/** How many addresses are shut out at a time. Beyond these, the first is let in again. */
const MAX_SHUT_OUT = 1_000
/** How many new tokens Sanity is asked about at a time, for all addresses. */
const MAX_UNDER_WAY = 20
const RETRY_S = 5

interface RememberedMember {
  member: Promise<Editor | undefined>
  /** When Sanity is to be asked again. */
  until: number
  /** Whether it was a member's when it was last asked about. */
  isMembers: boolean
}

interface HostedOptions {
  apiUrl?: string
  /** A monotonic clock, in ms. */
  elapsed?: () => number
}

/**
 * Editors of a hosted project, by the token that their Studio sends. Sanity says whose token it is and who is a member;
 * that is remembered for a minute, under the token's hash. Without an answer, the request is refused. Anybody can make
 * tokens up, so an address is shut out for a while if Sanity has refused too many of its tokens.
 */
export function hostedEditors(
  projectId: string,
  trustedProxies: number,
  { apiUrl = `https://${projectId}.api.sanity.io`, elapsed = () => performance.now() }: HostedOptions = {},
): CheckEditor {
  const askSanity = createMembers(projectId, apiUrl)
  const remembered = new Map<string, RememberedMember>()
  const shutOut = createShutOut(elapsed)
  let underWay = 0

  function memberOf(token: string, address: string): Promise<Editor | undefined> {
    const now = elapsed()
    const key = createHash('sha256').update(token).digest('base64')
    const before = remembered.get(key)
    if (before && before.until > now) return before.member
    const isMembers = before?.isMembers === true
    const member = isMembers ? askSanity(token) : lookUp(token, address)
    const known: RememberedMember = { member, until: now + REMEMBERED_MS, isMembers }
    // The oldest stand first.
    remembered.delete(key)
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest)
    remembered.set(key, known)
    member.then(
      (editor) => (known.isMembers = editor !== undefined),
      () => {
        if (isMembers) known.until = 0
        else if (remembered.get(key) === known) remembered.delete(key)
      },
    )
    return member
  }

  /** Asks about a token that was no member's before. @throws ProblemError if too many are tried */
  async function lookUp(token: string, address: string): Promise<Editor | undefined> {
    underWay += 1
    try {
      const wait = underWay > MAX_UNDER_WAY ? RETRY_S : shutOut.waitOf(address)
      if (wait > 0)
        throw new ProblemError(
          tooManyTokens(`Too many tokens were tried. Try again in ${wait} seconds.`, wait),
        )
      const member = await askSanity(token)
      if (!member) await shutOut.noteRefusal(address)
      return member
    } finally {
      underWay -= 1
    }
  }

  return async ({ headers }, permission, socketAddress) => {
    const token = /^Bearer ([\x21-\x7E]{1,512})$/u.exec(headers.get('authorization') ?? '')?.[1]
    if (token === undefined) throw refused(401, 'Sign in to the Studio: this needs your Sanity session.')
    const { address } = callerOf(headers, socketAddress, trustedProxies)
    const member = await memberOf(token, address).catch((error: unknown) => {
      throw error instanceof ProblemError ? error : new ProblemError(sanityUnreachable, { cause: error })
    })
    if (!member)
      throw refused(401, 'Sanity does not know this session as a member of the project. Sign in again.')
    return allow(member, permission)
  }
}

/** Asks Sanity whose token it is; undefined if its owner is no member. */
function createMembers(projectId: string, apiUrl: string): (token: string) => Promise<Editor | undefined> {
  /** What Sanity shows the token's owner; nothing if it refuses. @throws when it does not answer */
  async function get(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(apiUrl + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status >= 500 || response.status === 429)
      throw new Error(`Sanity answered ${response.status}.`)
    return response.ok ? response.json() : undefined
  }

  return async (token) => {
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
}

/** The addresses whose tokens were refused too often. */
interface ShutOut {
  /** In seconds; 0 or less for an address that may go on. */
  waitOf(this: void, address: string): number
  /** Counts refusals of Sanity alone: while it does not answer, editors ask again and again. */
  noteRefusal(this: void, address: string): Promise<void>
}

function createShutOut(elapsed: () => number): ShutOut {
  const refusals = createRateLimit(REFUSALS_A_MINUTE, { now: elapsed })
  /** By address, until when. */
  const ends = new Map<string, number>()
  return {
    waitOf: (address) => Math.ceil(((ends.get(address) ?? 0) - elapsed()) / 1_000),
    noteRefusal: async (address) => {
      const wait = await refusals(address)
      if (wait === undefined) return
      ends.delete(address)
      const [first] = ends.keys()
      if (first !== undefined && ends.size >= MAX_SHUT_OUT) ends.delete(first)
      ends.set(address, elapsed() + wait * 1_000)
    },
  }
}
