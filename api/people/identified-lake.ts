import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { messageOf } from '../contract/operational-error.ts'
import type { Person } from '../contract/people.ts'
import { lakeError } from '../http/answers.ts'
import type { Caller, IdentifiedCaller } from '../http/client-address.ts'
import { PERSON_COOKIE, type PersonSessions } from './sessions.ts'
import { createWatch } from './watch.ts'

/** The content lake, with the calls that tell it who asks. */
export interface AskedLake {
  fetch(request: Request, sender: IdentifiedCaller): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, sender: IdentifiedCaller): void
}

interface Identified<Lake> {
  lake: Lake
  /** Looks at once whose session has ended. */
  look: () => Promise<void>
  close: () => void
}

/** Addresses of the lake that show names of others, or their groups. */
const NAMES =
  /^\/v[^/]+\/(?:users\/(?!me(?:\/|$))|projects\/[^/]+$|data\/query\/[^/]+\?(?:.*&)?query=[^&]*system\.group)/u
const PROFILES = /^\/v[^/]+\/users\//u
const LOGOUT = /^\/v[^/]+\/auth\/logout$/u
const TOKEN_LOGIN = /^\/v[^/]+\/auth\/login\/token$/u

/**
 * Tells the lake who asks, by the person's session: the lake itself knows only one user and its token. A stream or
 * socket ends with the session that it was opened in, on whichever server that is ended.
 * @param people everybody whose name the lake may show
 * @param onFailure called with why sessions could not be looked at
 */
export function identifiedLake<Lake extends AskedLake>(
  lake: Lake,
  sessions: PersonSessions,
  people: () => Promise<readonly Person[]>,
  onFailure: (sentence: string) => void,
): Identified<Lake> {
  const watch = createWatch(async (cookie) => (await sessions.personOf(cookie)) !== undefined)

  async function identify(cookie: string | null, sender: Caller): Promise<IdentifiedCaller | undefined> {
    try {
      const person = await sessions.personOf(cookie)
      return { ...sender, ...(person && { user: userOf(person) }) }
    } catch (error) {
      onFailure(messageOf(error))
      return undefined
    }
  }

  /**
   * Asks again with names. They are read only once the lake has answered without, so strangers cause no read; if they
   * can't be read, that answer stands. Profiles are of everybody who ever wrote, members only of those who may sign in
   * and can be mentioned.
   */
  async function withNames(request: Request, caller: IdentifiedCaller, answer: Response): Promise<Response> {
    const everybody = await people().catch((error: unknown) => onFailure(messageOf(error)))
    if (!everybody) return answer
    await answer.body?.cancel()
    const isOfProfiles = PROFILES.test(new URL(request.url).pathname)
    const users = everybody.filter(({ revokedAt }) => isOfProfiles || revokedAt === null)
    return lake.fetch(request, { ...caller, users: users.map(userOf) })
  }

  /**
   * A request that is whole only if its sender may still make it by then. Its body may take minutes, and they may have
   * been revoked meanwhile, or have another role.
   */
  function checkedAtEnd(
    request: Request,
    body: ReadableStream<Uint8Array>,
    { user, ...sender }: IdentifiedCaller,
  ) {
    let refusal: Response | undefined
    const whole = new TransformStream<Uint8Array, Uint8Array>({
      flush: async (controller) => {
        const now = await identify(request.headers.get('cookie'), sender)
        if (!now) refusal = away()
        else if (now.user?.id !== user?.id || now.user?.role !== user?.role) refusal = notAnyMore()
        if (refusal) controller.error(new Error('It is not its sender’s to make any more.'))
      },
    })
    // Required by `Request` for a body that arrives in parts.
    const init = { body: body.pipeThrough(whole), duplex: 'half' }
    return { request: new Request(request, init), refusal: () => refusal }
  }

  async function fetch(request: Request, sender: Caller): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const cookie = request.headers.get('cookie')
    const caller = await identify(cookie, sender)
    if (!caller) return away()
    const sent = caller.user && request.body ? checkedAtEnd(request, request.body, caller) : undefined
    const answer = await lake.fetch(sent?.request ?? request, caller)
    const refusal = sent?.refusal()
    if (refusal) {
      await answer.body?.cancel()
      return refusal
    }
    if (request.method === 'POST' && LOGOUT.test(pathname) && answer.ok) {
      const isAll = new URL(request.url).searchParams.get('all') === 'true'
      await (isAll ? sessions.endAll() : sessions.end(cookie))
      await watch.look()
      return withoutCookie(answer)
    }
    if (request.method === 'POST' && TOKEN_LOGIN.test(pathname) && answer.status === 303) {
      await sessions.end(cookie)
      return withoutCookie(answer)
    }
    if (request.method === 'GET' && NAMES.test(pathname + search) && answer.ok)
      return withNames(request, caller, answer)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (!caller.user || !isStream || !answer.body) return answer
    return untilOver(answer, answer.body, (end) => watch.add(cookie ?? '', end))
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, sender: Caller): void {
    const { cookie = null } = request.headers
    // The client may reset the connection at any moment, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    void identify(cookie, sender).then((caller) => {
      if (!caller) return socket.destroy()
      // A socket that is closed by now has no 'close' event left, and would stay on the list.
      if (socket.destroyed) return
      if (caller.user)
        socket.once(
          'close',
          watch.add(cookie ?? '', () => socket.destroy()),
        )
      return lake.upgrade(request, socket, head, caller)
    })
  }

  return { lake: { ...lake, fetch, upgrade }, look: watch.look, close: watch.close }
}

/**
 * An answer whose body can be ended early.
 * @param onOver is given what ends it, and returns how to forget that
 */
function untilOver(
  answer: Response,
  body: ReadableStream<Uint8Array>,
  onOver: (end: () => void) => () => void,
): Response {
  const over = Promise.withResolvers<void>()
  const forget = onOver(() => over.resolve())
  const ending = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => void over.promise.then(() => controller.terminate()),
  })
  // Settles when the body ends, fails, or is left by its reader.
  const ended = body.pipeTo(ending.writable).catch(() => undefined)
  void ended.then(() => forget())
  return new Response(ending.readable, answer)
}

function userOf({ id, name, role }: Person) {
  return { id, name, role }
}

function withoutCookie(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.append('set-cookie', `${PERSON_COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`)
  return new Response(answer.body, { status: answer.status, headers })
}

/** To a request whose sender was revoked, or got another role, before all of it was there. */
function notAnyMore(): Response {
  return lakeError(
    401,
    'unauthorized',
    'Your session has ended, or you have another role now. Nothing was changed.',
  )
}

/** The Studio tries again after such an answer. */
function away(): Response {
  const description = 'Who is signed in can’t be looked at right now. Nothing was changed.'
  return lakeError(503, 'unavailable', description, { 'retry-after': '1' })
}
