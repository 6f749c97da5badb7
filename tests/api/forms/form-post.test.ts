import { afterAll, expect, test } from 'vitest'
import { ProblemError } from '../../../api/contract/problem.ts'
import { notStored } from '../../../api/contract/problems.ts'
import { newApp } from '../support/app.ts'
import { newStore } from '../support/stores.ts'

const { forms, post, postForm } = newApp()
afterAll(() => forms.close())

test('an HTML form is led to a page that says what happened', async () => {
  const plain = { email: 'two@example.com', website: '' }
  const pages = await Promise.all([
    postForm('/api/waitlist?from=join', plain),
    postForm('/api/waitlist?from=join&for=demo', plain),
    postForm('/api/waitlist', { email: 'nobody' }),
    postForm('/api/waitlist', { ...plain, company: 'a'.repeat(201), useCase: '\u200B' }),
    postForm('/api/waitlist', { email: 'two@example.com', useCase: 'a'.repeat(200_000) }),
  ])
  expect(pages.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
    [303, '/received'],
    [303, '/received#demo'],
    [303, '/not-sent#email'],
    [303, '/not-sent#company'],
    [303, '/not-sent#useCase'],
  ])
})

test('a retryable failure of an HTML form says so, and blames no field', async () => {
  const own = newApp({ RATE_LIMIT: '2' })
  const land = async () => (await own.postForm('/api/waitlist', addressed('a'))).headers.get('location')
  expect(await land()).toBe('/received')
  own.forms.submissions.join = () => Promise.reject(new ProblemError(notStored))
  expect(await land(), 'not stored').toBe('/not-sent#later')
  own.forms.submissions.join = () => Promise.resolve()
  expect(await land(), 'too many posts').toBe('/not-sent#later')
  await own.forms.close()
})

test('a page in a problem’s place has nothing of its headers, and metrics count the problem', async () => {
  const own = newApp({ RATE_LIMIT: '2' })
  const [, refused, limited] = [
    await own.postForm('/api/waitlist', addressed('a')),
    await own.postForm('/api/waitlist', { email: 'nobody' }),
    await own.postForm('/api/waitlist', addressed('a')),
  ]
  for (const { status, headers } of [refused, limited])
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([303, null, null])
  const from = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const metrics = await (await own.app.request('http://127.0.0.1/api/metrics', {}, from)).text()
  const counted = metrics.matchAll(
    /^site_form_post_duration_seconds_count\{form="waitlist",status="(\d+)"\} 1$/gmu,
  )
  expect(new Set(Array.from(counted, ([, status]) => status))).toEqual(new Set(['303', '400', '429']))
  await own.forms.close()
})

test('an internal error answers an HTML form with a page too, and is logged', async () => {
  const heard: unknown[] = []
  const own = newApp({}, { onUnforeseen: (error) => heard.push(error) })
  const bug = new Error('bug')
  own.forms.submissions.join = () => Promise.reject(bug)
  const answer = await own.postForm('/api/waitlist', { email: 'a@example.com' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/not-sent#later'])
  expect(heard).toEqual([bug])
  await own.forms.close()
})

test('an HTML form takes as long a text as a script, whatever its letters', async () => {
  const answer = await postForm('/api/waitlist', { email: 'long@example.com', useCase: '語'.repeat(20_000) })
  expect(answer.headers.get('location')).toBe('/received')
})

test('a form with a field twice is refused', async () => {
  const twice = 'email=a%40example.com&email=b%40example.com'
  const response = await post('/api/waitlist', twice, { 'content-type': 'application/x-www-form-urlencoded' })
  expect(response.headers.get('location')).toBe('/not-sent')
})

test('an HTML form counts as opened when it is sent, so an erased address can sign up again', async () => {
  const own = newApp()
  await own.postForm('/api/waitlist', addressed('back'))
  const by = { editor: 'Ada', reason: 'asked for' }
  await own.forms.call('erase', addressed('back').email, by, Date.now() - 1)
  await own.post('/api/waitlist', addressed('back'))
  expect(await own.forms.call('submissionTotals'), 'of a script that says no age').toMatchObject({
    waitlist: 0,
  })
  await own.postForm('/api/waitlist', addressed('back'))
  expect(await own.forms.call('submissionTotals')).toMatchObject({ waitlist: 1 })
  await own.forms.close()
})

function addressed(name: string) {
  return { email: `${name}@example.com` }
}

test('scripts send their metadata in headers, old tabs in fields', async () => {
  const own = newApp()
  await own.post('/api/waitlist', addressed('person'), { 'form-age': '30000' })
  await own.post('/api/waitlist', addressed('quick'), { 'form-age': '20' })
  await own.post('/api/waitlist', addressed('trapped'), { 'form-age': '30000', 'form-trapped': '1' })
  await own.post('/api/waitlist', { ...addressed('old-tab'), age: 30_000 })
  await own.post('/api/waitlist', { ...addressed('old-robot'), age: 30_000, website: 'x' })
  const store = newStore(own.dataDir)
  const entries = await store.call('waitlistPage', { after: '', limit: 10 })
  expect(entries.filter(({ suspected }) => suspected).map(({ email }) => email.split('@')[0])).toEqual([
    'quick',
    'trapped',
    'old-robot',
  ])
  await store.close()
  await own.forms.close()
})
