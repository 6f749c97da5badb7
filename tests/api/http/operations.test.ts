import { afterAll, expect, test, vi } from 'vitest'
import { startSmtpSink } from '../../faults/support/smtp-sink.ts'
import { newApp } from '../support/app.ts'

const { forms, get, post } = newApp({ METRICS_TOKEN: 'a-long-metrics-token' })
afterAll(() => forms.close())

/** Until a store is open, which waits for its disk, it can't be asked; an answer is kept for seconds. */
const OPEN = { timeout: 20_000, interval: 500 }

test('ready says how each dependency answers', async () => {
  const response = await vi.waitFor(async () => {
    const answer = await get('/api/ready')
    expect(answer.status).toBe(200)
    return answer
  }, OPEN)
  expect(await response.json()).toEqual({
    status: 'ok',
    dependencies: { store: 'ok', mail: 'off', crm: 'off' },
  })
})

test('a mail server that is away degrades readiness, and posts are taken all the same', async () => {
  const own = newApp({
    SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFY_EMAIL: 'sales@example.com',
    METRICS_TOKEN: 'a-long-metrics-token',
  })
  await vi.waitFor(async () => {
    const ready = await own.get('/api/ready')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ status: 'degraded', dependencies: { mail: 'failing' } })
  }, OPEN)
  expect((await own.post('/api/waitlist', { email: 'a@example.com' })).status).toBe(201)
  await vi.waitFor(async () => {
    const text = await (
      await own.get('/api/metrics', { authorization: 'Bearer a-long-metrics-token' })
    ).text()
    expect(text).toContain('site_deliveries_total{channel="mail",result="retried"} 1\n')
  }, 10_000)
  await own.forms.close()
})

test('a mail server that refuses the recipient of each mail degrades readiness, and the reason is told to whom metrics answer', async () => {
  const sink = await startSmtpSink(() => 'unknown')
  const own = newApp({
    SMTP_URL: sink.url,
    NOTIFY_EMAIL: 'sales@example.com',
    METRICS_TOKEN: 'a-long-metrics-token',
  })
  expect((await own.post('/api/waitlist', { email: 'a@example.com' })).status).toBe(201)
  await vi.waitFor(async () => {
    const ready = await own.get('/api/ready', { authorization: 'Bearer a-long-metrics-token' })
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({
      status: 'degraded',
      dependencies: { store: 'ok', mail: 'failing', crm: 'off' },
      faults: [
        'Mail does not go out (EENVELOPE 550): check SMTP_URL, or where the code is EENVELOPE, MAIL_FROM and NOTIFY_EMAIL. Submissions wait in the store.',
      ],
    })
  }, OPEN)
  const stranger = await own.get('/api/ready')
  expect(await stranger.json()).not.toHaveProperty('faults')
  await own.forms.close()
  await sink.close()
})

test('the age of waiting deliveries is reported for configured channels only', async () => {
  const own = newApp({
    SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFY_EMAIL: 'sales@example.com',
    METRICS_TOKEN: 'a-long-metrics-token',
  })
  expect((await own.post('/api/waitlist', { email: 'a@example.com' })).status).toBe(201)
  const answer = await own.get('/api/metrics', { authorization: 'Bearer a-long-metrics-token' })
  const text = await answer.text()
  for (const channel of ['mail', 'crm'])
    expect(text).toContain(`site_outbox_deliveries{channel="${channel}",state="due"} 1\n`)
  expect(text.match(/^site_outbox_oldest_due_seconds.*(?= )/gmu)).toEqual([
    'site_outbox_oldest_due_seconds{channel="mail"}',
  ])
  await own.forms.close()
})

test('the database’s error is shown to those who may read metrics; strangers only see that the store is away', async () => {
  const own = newApp({
    DATABASE_URL: 'postgres://cal:secret@127.0.0.1:1/entries',
    METRICS_TOKEN: 'a-long-metrics-token',
  })
  await vi.waitFor(async () => {
    const ready = await own.get('/api/ready', { authorization: 'Bearer a-long-metrics-token' })
    expect(ready.status).toBe(503)
    expect((await ready.json()).faults).toEqual([expect.stringContaining('ECONNREFUSED')])
  }, OPEN)
  for (const authorization of ['', 'Bearer a-wrong-metrics-token']) {
    const ready = await own.get('/api/ready', { authorization })
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({
      status: 'degraded',
      dependencies: { store: 'failing', mail: 'off', crm: 'off' },
    })
  }
  await own.forms.close()
})

test('editors’ reads wait for a database that is away, and this is not logged as a defect', async () => {
  const heard: unknown[] = []
  const own = newApp(
    { DATABASE_URL: 'postgres://cal:secret@127.0.0.1:1/entries' },
    {
      readers: { checkEditor: () => Promise.resolve({ name: 'Ada', role: 'administrator' }) },
      onUnforeseen: (error) => heard.push(error),
    },
  )
  const asked = ['submissions/search', 'submissions/counts', 'audit']
  const find = () => own.post('/api/submissions/search', {})
  for (const path of asked) {
    const answer = await (path.endsWith('search') ? find() : own.get(`/api/${path}`))
    expect([path, answer.status, (await answer.json()).title]).toEqual([path, 503, 'Unavailable'])
  }
  await expect(own.forms.call('people')).rejects.toMatchObject({ name: 'OperationalError' })
  expect(heard).toEqual(
    asked.map(() => expect.objectContaining({ message: expect.stringMatching(/ECONNREFUSED/u) })),
  )
  await own.forms.close()
})

test('metrics need their token, and count posts without a trace of their senders', async () => {
  await post('/api/waitlist', { email: 'metrics@example.com', age: 60_000 })
  expect((await get('/api/metrics')).status).toBe(403)
  expect((await get('/api/metrics', { authorization: 'Bearer a-wrong-metrics-token' })).status).toBe(403)
  const response = await get('/api/metrics', { authorization: 'Bearer a-long-metrics-token' })
  const text = await response.text()
  expect(text).toContain('site_form_post_duration_seconds_count{form="waitlist",status="201"} 1')
  expect(text).toContain('site_outbox_deliveries{channel="mail",state="due"} 1')
  expect(text).not.toContain('metrics@example')
})

test('without a token, metrics are for programs of this machine', async () => {
  const own = newApp()
  const from = (remoteAddress: string, headers = {}, host = '127.0.0.1') =>
    own.app.request(
      `http://${host}/api/metrics`,
      { headers },
      {
        incoming: { socket: { remoteAddress } },
      },
    )
  expect((await from('127.0.0.1')).status).toBe(200)
  expect((await from('::1')).status).toBe(200)
  expect((await from('::ffff:127.0.0.1')).status).toBe(200)
  expect((await from('192.0.2.1')).status).toBe(403)
  expect((await from('127.0.0.1', {}, 'evil.example')).status).toBe(403)
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
  ])
    expect((await from('127.0.0.1', { [name]: '192.0.2.1' })).status).toBe(403)
  await own.forms.close()
})

test.each([{ SITE_URL: 'https://example.com' }, { TRUST_PROXY: '1' }, { HOST: '0.0.0.0' }])(
  'with %j, metrics need a token, as a proxy may not say that it is one',
  async (settings) => {
    const own = newApp({ ...settings, LAKE_TOKEN: 'a secret for editors' })
    const answer = await own.app.request(
      'http://127.0.0.1/api/metrics',
      {},
      {
        incoming: { socket: { remoteAddress: '127.0.0.1' } },
      },
    )
    expect(answer.status).toBe(403)
    expect((await answer.json()).detail).toContain('METRICS_TOKEN')
    await own.forms.close()
  },
)

test('the OpenAPI document has the fields of the contract', async () => {
  const document = await (await get('/api/openapi.json')).json()
  const { content } = document.paths['/api/contact'].post.requestBody
  const contact = content['application/json'].schema
  expect(Object.keys(contact.properties)).toEqual(['name', 'email', 'message', 'token'])
  const form = content['application/x-www-form-urlencoded'].schema
  expect(Object.keys(form.properties)).toEqual(['name', 'email', 'message', 'token', 'website'])
  expect(contact.required).toEqual(['name', 'email', 'message'])
  const waitlist = document.paths['/api/waitlist'].post.requestBody.content['application/json'].schema
  expect(waitlist.properties.companySize.enum).toEqual(['', '1-10', '11-50', '51-200', '200+'])
})

test('an unknown path of the API is a problem, not a page', async () => {
  const response = await get('/api/nothing')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})

test('a failure inside says nothing about the inside', async () => {
  const broken = newApp()
  broken.forms.submissions.count = () => {
    throw new Error('secret detail')
  }
  const response = await broken.get('/api/waitlist/count')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret detail')
  await broken.forms.close()
})
