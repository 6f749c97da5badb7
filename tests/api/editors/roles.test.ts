import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ProblemError } from '../../../api/contract/problem.ts'
import { notFound } from '../../../api/contract/problems.ts'
import { parseEnv } from '../../../api/env.ts'
import { openForms } from '../../../api/forms/open-forms.ts'
import { createApp, type AppParts } from '../../../api/http/app.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'
import { openPeopleHere, SITE_TOKEN } from '../support/people.ts'
import { slowBody } from '../support/slow-body.ts'

/** Whose each address is. One that is in no row of it fails the test: say here whom it answers. */
const WHOSE: Record<string, 'everybody' | 'programs' | 'editors' | 'administrators'> = {
  'GET /api/health': 'everybody',
  'GET /api/ready': 'everybody',
  'GET /api/metrics': 'programs',
  'GET /api/openapi.json': 'everybody',
  'GET /api/waitlist/count': 'everybody',
  'POST /api/waitlist': 'everybody',
  'POST /api/contact': 'everybody',
  'GET /api/bot-check/challenge': 'everybody',
  'POST /api/rebuild': 'programs',
  'POST /api/rebuild/check': 'programs',
  'POST /api/comments/mentions': 'programs',
  'GET /api/sign-in': 'everybody',
  'POST /api/sign-in': 'everybody',
  'GET /api/sign-in/link': 'everybody',
  'POST /api/sign-in/link': 'everybody',
  'GET /api/preview/enter': 'editors',
  'GET /api/bot-check/client.js': 'everybody',
  'GET /api/bot-check/worker.js': 'everybody',
  'POST /api/preview/open': 'editors',
  'GET /api/preview/shares': 'editors',
  'POST /api/preview/shares': 'administrators',
  'DELETE /api/preview/shares/:id': 'administrators',
  'GET /api/publishes': 'editors',
  'GET /api/publishes/:documentId': 'editors',
  'GET /api/releases': 'editors',
  'GET /api/releases/history': 'editors',
  'GET /api/releases/:id/changes': 'editors',
  'POST /api/releases/:id/switch': 'administrators',
  'GET /api/missing-paths': 'editors',
  'POST /api/submissions/search': 'editors',
  'GET /api/submissions/news': 'editors',
  'GET /api/submissions/counts': 'editors',
  'POST /api/submissions/campaign': 'editors',
  'POST /api/submissions/export': 'editors',
  'GET /api/submissions/:id': 'editors',
  'POST /api/submissions/:id/redeliver': 'editors',
  'PUT /api/submissions/:id/note': 'editors',
  'POST /api/submissions/:id/erase': 'administrators',
  'GET /api/audit': 'administrators',
  'GET /api/people': 'administrators',
  'POST /api/people': 'administrators',
  'PUT /api/people/:id/role': 'administrators',
  'POST /api/people/:id/link': 'administrators',
  'POST /api/people/:id/revoke': 'administrators',
  'POST /api/people/:id/erase': 'administrators',
}

/** What lies behind the doors: it is away, as only the doors are tested here. */
const behind = new Proxy({} as never, { get: () => () => Promise.reject(new ProblemError(notFound)) })

async function everything() {
  const people = await openPeopleHere()
  const { checkEditor } = people
  const { env } = parseEnv({ RATE_LIMIT: 'off' })
  const metrics = createMetrics()
  const forms = openForms(env, {
    dataDir: mkdtempSync(path.join(tmpdir(), 'roles-')),
    log: createLog('silent'),
    metrics,
  })
  onTestFinished(() => forms.close())
  const parts: AppParts = {
    forms,
    lake: behind,
    content: behind,
    studio: behind,
    readers: { checkEditor },
    people,
    publishing: { service: behind, secret: 'of the webhook', checkEditor },
    releaseCheck: { check: behind, secret: 'of the webhook' },
    preview: { previews: behind, checkEditor, hasSignIn: true, trustedProxies: 0 } as never,
    missingPaths: { paths: behind, checkEditor },
    metrics: { metrics, access: { token: 'of the metrics', isExposed: true } },
  }
  const app = createApp({
    ...parts,
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
  })
  const ask = async (route: string, headers: Record<string, string>) => {
    const [method = '', target = ''] = route.split(' ')
    const body = method === 'GET' ? {} : { body: '{}' }
    const url = `http://localhost${target.replace(/:\w+/u, '0')}`
    const { status } = await app.request(url, { method, headers, ...body }, {})
    return status
  }
  return { ...people, app, ask }
}

test('each route of the API answers only its roles, and no route is missing from the table', async () => {
  const { app, ask, signIn, people } = await everything()
  const routes = app.routes
    .filter(({ method, path: at }) => method !== 'ALL' && at.startsWith('/api/'))
    .map(({ method, path: at }) => `${method} ${at}`)
  const missing = routes.filter((route) => WHOSE[route] === undefined)
  const gone = Object.keys(WHOSE).filter((route) => !routes.includes(route))
  expect(missing, 'in the app and not in WHOSE: say there whom these answer').toEqual([])
  expect(gone, 'in WHOSE and not in the app: take these out').toEqual([])

  const ada = await signIn('Ada', 'administrator')
  const bob = await signIn('Bob', 'editor')
  const editor = { cookie: bob.cookie }
  const eve = await signIn('Eve', 'administrator')
  await people.changeAccess(eve.person.id, 'none', 'Ada')
  const callers = {
    stranger: {},
    'a made-up session': { cookie: 'person_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    'a revoked administrator': { cookie: eve.cookie },
    editor,
    administrator: { cookie: ada.cookie },
    'the token': { authorization: `Bearer ${SITE_TOKEN}` },
  }
  for (const [route, whose] of Object.entries(WHOSE)) {
    if (whose === 'everybody' || whose === 'programs') continue
    const answers: Record<string, number> = {}
    for (const [who, headers] of Object.entries(callers)) answers[who] = await ask(route, headers)
    const refused = Object.entries(answers).filter(([, status]) => status === 401 || status === 403)
    const wanted = { stranger: 401, 'a made-up session': 401, 'a revoked administrator': 401 }
    expect(Object.fromEntries(refused), `${route} is for ${whose}`).toEqual(
      whose === 'editors' ? wanted : { ...wanted, editor: 403 },
    )
  }
  for (const [route, whose] of Object.entries(WHOSE))
    if (whose === 'programs') expect([401, 403], route).toContain(await ask(route, callers.administrator))
})

test('whoever is revoked while the body of a request arrives does nothing with it', async () => {
  const { app, signIn, people } = await everything()
  const bodies = {
    'POST /api/preview/shares': { perspective: 'drafts' },
    'POST /api/people': { name: 'Eve again', email: 'again@example.com', role: 'administrator' },
    'PUT /api/people/0/role': { role: 'editor' },
    'POST /api/people/0/link': { by: 'hand' },
    'POST /api/submissions/search': {},
    'POST /api/submissions/campaign': { windows: [{ page: '/', from: '2026-01-01T00:00:00Z' }] },
    'POST /api/submissions/export': { format: 'json' },
    'POST /api/submissions/0/redeliver': { channel: 'mail' },
    'PUT /api/submissions/0/note': { text: 'Called' },
    'POST /api/submissions/0/erase': { reason: 'asked' },
  }
  await signIn('Ada', 'administrator')
  for (const [n, [route, body]] of Object.entries(bodies).entries()) {
    const eve = await signIn(`Eve${n}`, 'administrator')
    const [method = '', target = ''] = route.split(' ')
    const slowly = slowBody(body, () => people.changeAccess(eve.person.id, 'none', 'Ada'))
    const headers = { cookie: eve.cookie }
    // Required by `Request` for a body that arrives in parts.
    const sent = { method, headers, body: slowly, duplex: 'half' }
    const { status } = await app.request(`http://localhost${target}`, sent, {})
    expect(status, route).toBe(401)
  }
  const { people: list } = await people.list()
  expect(list.map(({ name }) => name)).not.toContain('Eve again')
})

test('an administrator’s acts are in the audit list under their name, failed ones too', async () => {
  const { app, signIn } = await everything()
  const { cookie } = await signIn('Ada', 'administrator')
  const answer = await app.request(
    'http://localhost/api/preview/shares',
    { method: 'POST', body: JSON.stringify({ perspective: 'drafts' }), headers: { cookie } },
    {},
  )
  expect(answer.status).toBe(404)
  const audit = await app.request('http://localhost/api/audit', { headers: { cookie } }, {})
  expect(await audit.json()).toMatchObject([
    {
      editor: 'Ada',
      action: 'share',
      detail: 'Shared all drafts for 7 days',
      reason: 'It failed, or nobody heard how it ended.',
    },
    { editor: 'Ada', action: 'share', detail: 'Shared all drafts for 7 days', reason: '' },
  ])
})

test('a page of another site can do nothing with a visitor’s session', async () => {
  const { ask, signIn } = await everything()
  const { cookie } = await signIn('Ada', 'administrator')
  const attacks = {
    'its origin': { origin: 'https://evil.example' },
    'an origin that is hidden': { origin: 'null' },
    'what the browser says of it': { 'sec-fetch-site': 'cross-site' },
  }
  for (const [route, whose] of Object.entries(WHOSE)) {
    if (whose === 'everybody' || whose === 'programs') continue
    for (const [by, headers] of Object.entries(attacks))
      expect(await ask(route, { cookie, ...headers }), `${route}, known by ${by}`).toBe(403)
  }
})
