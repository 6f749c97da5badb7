import { Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { signInHeaders } from '../../studio/lake/http/sign-in-frame.ts'
import { isOperational } from '../contract/operational-error.ts'
import { signInRequest } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { foreignOrigin, malformed, wrongType } from '../contract/problems.ts'
import { isFormPost, readBytes } from '../http/body.ts'
import { addressOf, type NodeContext, type NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { isOwnOrigin } from '../http/own-origin.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { LASTS_MS } from './links.ts'
import { LAKE_COOKIE, PERSON_COOKIE, SESSION_S, type PersonSessions } from './sessions.ts'
import { askPage, askSomebodyPage, linkPage, LINK_SCRIPT, refusedPage, sentPage } from './sign-in-pages.ts'

const MAX_BODY = 4_096
const TRIES_A_MINUTE = 10
/** How many mails one address gets in a quarter of an hour, so that nobody can fill a mailbox from here. */
const MAILS = 4
const MAILS_MS = 15 * 60_000

interface SignInOptions {
  sessions: PersonSessions
  /** Ends the sessions in a cookie header, the token's among them. */
  signOut: (cookie: string | null) => Promise<void>
  /** Mails a link to the person with this address; absent if no mail is sent. */
  requestLink?: ((email: string) => Promise<void>) | undefined
  /** The public origin, where one is set. */
  siteUrl: string | undefined
  trustedProxies: number
  /** Called with why a link was not mailed or looked up, or a session of before not ended: the page doesn't say. */
  onFailure: (error: unknown) => void
}

/**
 * Signing in with a link. `GET` and `POST /sign-in`: asks for a mail address, and mails one. `GET /sign-in/link`: where
 * it leads. `POST /sign-in/link`: uses it up.
 */
export function signInRoutes({
  sessions,
  signOut,
  requestLink,
  siteUrl,
  trustedProxies,
  onFailure,
}: SignInOptions): Hono<NodeEnv> {
  const tries = createRateLimit(TRIES_A_MINUTE)
  const mails = createRateLimit(MAILS, { perMs: MAILS_MS })
  const limited = (c: NodeContext) => tries(addressOf(c, trustedProxies))

  /** Runs after the answer, so that its time does not tell whether the address is somebody's. */
  async function mailLink(email: string): Promise<void> {
    if ((await mails(email)) === undefined) await requestLink?.(email)
  }

  return new Hono<NodeEnv>()
    .onError((error, c) => {
      if (error instanceof ProblemError || !isOperational(error)) throw error
      // A browser would show the braces of a problem to whoever pressed the button.
      onFailure(error)
      return c.html(refusedPage(AWAY), 503, signInHeaders())
    })
    .get('/sign-in', (c) => c.html(requestLink ? askPage('') : askSomebodyPage(), 200, signInHeaders()))
    .post('/sign-in', async (c) => {
      const form = await readForm(c.req.raw, siteUrl)
      const wait = await limited(c)
      if (wait !== undefined) return c.html(askPage(tooMany(wait)), 429, waiting(wait))
      const { data, error } = signInRequest.safeParse({ email: form.get('email') ?? '' })
      if (error) return c.html(askPage(error.issues[0]?.message ?? ''), 400, signInHeaders())
      setImmediate(() => void mailLink(data.email).catch(onFailure))
      return c.html(sentPage(LASTS_MS.asked), 200, signInHeaders())
    })
    .all('/sign-in', otherMethods('GET, HEAD, POST'))
    .get('/sign-in/link', (c) => c.html(linkPage(), 200, signInHeaders(LINK_SCRIPT)))
    .post('/sign-in/link', async (c) => {
      const form = await readForm(c.req.raw, siteUrl)
      const wait = await limited(c)
      if (wait !== undefined) return c.html(refusedPage(tooMany(wait)), 429, waiting(wait))
      const session = await sessions.start(form.get('token') ?? '')
      if (!session) return c.html(refusedPage(USED_UP), 403, signInHeaders())
      // Signs out whoever was signed in here before. The link is used up, so a failure must not keep the cookie back.
      await signOut(c.req.header('cookie') ?? null).catch(onFailure)
      const secure = (siteUrl ?? c.req.url).startsWith('https:')
      const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const
      setCookie(c, PERSON_COOKIE, session.id, { ...options, maxAge: SESSION_S })
      deleteCookie(c, LAKE_COOKIE, options)
      return c.redirect('/studio', 303)
    })
    .all('/sign-in/link', otherMethods('GET, HEAD, POST'))
}

const AWAY = 'The server can’t look up who may sign in right now. Open your link again in a minute.'
const USED_UP = 'This link was used before, or its time is over.'

function tooMany(seconds: number): string {
  return `Too many tries came from here. Try again in ${seconds} seconds.`
}

function waiting(seconds: number) {
  return { ...signInHeaders(), 'retry-after': String(seconds) }
}

/** @throws ProblemError for a form of another site, and for what is no form */
async function readForm(request: Request, siteUrl: string | undefined): Promise<URLSearchParams> {
  if (!isOwnOrigin(request, siteUrl)) throw new ProblemError(foreignOrigin)
  if (!isFormPost(request.headers)) throw new ProblemError(wrongType)
  const bytes = await readBytes(request, MAX_BODY, malformed('A form holds 4 kB at most.'))
  return new URLSearchParams(Buffer.from(bytes).toString())
}
