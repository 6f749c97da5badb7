import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, setCookie } from 'hono/cookie'
import { html, raw } from 'hono/html'
import { LakeError } from '../errors.ts'
import { SESSION_S } from '../sessions.ts'
import { callerIn, COOKIE } from './caller.ts'
import type { Guard } from './guard.ts'
import { signInFrame, signInHeaders } from './sign-in-frame.ts'

const PATH = '/v1/auth/login/token'
const STUDIO = '/studio'
const MAX_FORM_BYTES = 4096

/** A way to sign in that the server in front has, at a path of its own. */
export interface Provider {
  name: string
  title: string
  path: string
}

/** Signing in with the lake's token, offered to the Studio as one of Sanity's sign-in providers. */
export function authRoutes(guard: Guard, others: readonly Provider[]): Hono {
  const routes = new Hono()

  routes.get('/auth/providers', (c) => {
    const all = guard.needsToken ? [...others, { name: 'token', title: 'Access token', path: PATH }] : []
    const providers = all.map(({ name, title, path }) => ({ name, title, url: `${c.get('origin')}${path}` }))
    return c.json({ thirdPartyLogin: false, sso: null, providers })
  })

  routes.get('/auth/login/token', (c) =>
    c.html(signInPage(wayBack(c, c.req.query('origin')), ''), 200, signInHeaders()),
  )

  routes.post('/auth/login/token', requireForm, limitForm, async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const back = wayBack(c, form.get('origin'))
    try {
      const session = guard.signIn(callerIn(c), (form.get('token') ?? '').trim())
      setCookie(c, COOKIE, session, { ...cookieOptions(c), maxAge: SESSION_S })
    } catch (error) {
      if (!(error instanceof LakeError)) throw error
      if (error.status !== 401 && error.status !== 429) throw error
      const { retryAfter } = error.details
      if (typeof retryAfter === 'number') c.header('retry-after', String(retryAfter))
      return c.html(signInPage(back, error.message), error.status, signInHeaders())
    }
    return c.redirect(back, 303)
  })

  // `?all=true` ends everybody's sessions, for when a device was lost.
  routes.post('/auth/logout', (c) => {
    const caller = callerIn(c)
    if (c.req.query('all') === 'true') guard.signOutAll(caller)
    else guard.signOut(caller)
    deleteCookie(c, COOKIE, cookieOptions(c))
    return c.body(null, 204)
  })

  return routes
}

const requireForm: MiddlewareHandler = async (c, next) => {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw new LakeError(
      415,
      'unsupportedMediaType',
      'Send the form as the sign-in page does: application/x-www-form-urlencoded.',
    )
  }
  await next()
}

const limitForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw new LakeError(
      413,
      'payloadTooLarge',
      'The form is larger than 4 kB: it holds a token and an address.',
    )
  },
})

function cookieOptions(c: Context) {
  const secure = c.get('origin').startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const
}

/** Where to go after signing in: to an address of this origin, or else to the Studio. */
function wayBack(c: Context, wanted: string | null | undefined): string {
  const here = new URL(c.get('origin'))
  const target = URL.parse(wanted ?? '', here)
  const isOwn = wanted && target?.host === here.host && ['http:', 'https:'].includes(target.protocol)
  return isOwn && target.username === '' ? target.href : STUDIO
}

/**
 * The page that asks for the token.
 * @param back where to go after signing in
 * @param fault a sentence about the last attempt; empty on the first
 */
function signInPage(back: string, fault: string) {
  const field =
    fault === '' ? raw('aria-describedby="hint"') : raw('aria-invalid="true" aria-describedby="fault hint"')
  const form = html`<form method="post">
    <input type="hidden" name="origin" value="${back}" />
    <label for="token">Access token</label>
    <input
      id="token"
      type="password"
      name="token"
      autocomplete="current-password"
      required
      autofocus
      ${field}
    />
    ${fault === '' ? '' : html`<p class="fault" id="fault" role="alert">${fault}</p>`}
    <p class="hint" id="hint">It is the value of LAKE_TOKEN that this site was started with.</p>
    <button type="submit">Sign in</button>
  </form>`
  return signInFrame('Sign in to the Studio', form, { isFaulty: fault !== '' })
}
