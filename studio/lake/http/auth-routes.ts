import { Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { COOKIE, type Guard } from './guard.ts'

const PATH = '/v1/auth/login/token'
const MONTH_S = 30 * 24 * 60 * 60

/** Signing in with the lake's token, offered to the Studio as one of Sanity's sign-in providers. */
export function authRoutes(guard: Guard): Hono {
  const routes = new Hono()

  routes.get('/auth/providers', (c) => {
    const url = `${c.get('origin')}${PATH}`
    const providers = guard.needsToken ? [{ name: 'token', title: 'Access token', url }] : []
    return c.json({ thirdPartyLogin: false, sso: null, providers })
  })

  routes.get('/auth/login/token', (c) => c.html(loginPage(c.req.query('origin') ?? '/studio', '')))

  routes.post('/auth/login/token', async (c) => {
    const form = await c.req.formData()
    const back = form.get('origin')
    const origin = typeof back === 'string' ? back : '/studio'
    const token = form.get('token')
    if (typeof token !== 'string' || !guard.accepts(token.trim())) {
      return c.html(loginPage(origin, 'This is not the token the site was started with.'), 401)
    }
    const here = new URL(c.get('origin'))
    setCookie(c, COOKIE, encodeURIComponent(token.trim()), {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: here.protocol === 'https:',
      maxAge: MONTH_S,
    })
    const target = URL.parse(origin, here)
    return c.redirect(target?.host === here.host ? target.href : '/studio', 303)
  })

  routes.post('/auth/logout', (c) => {
    deleteCookie(c, COOKIE, { path: '/' })
    return c.body(null, 204)
  })

  return routes
}

function loginPage(origin: string, fault: string) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Sign in</title>
      <h1>Sign in to the Studio</h1>
      <form method="post">
        <p role="alert">${fault}</p>
        <input type="hidden" name="origin" value="${origin}" />
        <label
          >Access token <input type="password" name="token" autocomplete="current-password" required
        /></label>
        <button type="submit">Sign in</button>
      </form>
    </html>`
}
