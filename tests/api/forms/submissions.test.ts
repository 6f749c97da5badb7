import { expect, test } from 'vitest'
import { createSubmissions, publicCount } from '../../../api/forms/submissions.ts'
import { waitlistPost } from '../support/posts.ts'

const secrets = Array.from({ length: 200 }, (_, index) => `secret ${index}`)

test('fewer than fifty are shown as two or none', () => {
  for (const secret of secrets.slice(0, 10)) {
    expect([0, 1].map((joined) => publicCount(joined, secret))).toEqual([0, 0])
    expect([2, 3, 17, 49].map((joined) => publicCount(joined, secret))).toEqual([2, 2, 2, 2])
    expect([50, 55, 59].map((joined) => publicCount(joined, secret))).toEqual([50, 50, 50])
  }
})

test('more are shown in tens, never above the true count and not far below', () => {
  for (const secret of secrets) {
    let last = 50
    for (let joined = 50; joined < 400; joined += 1) {
      const count = publicCount(joined, secret)
      expect(count % 10).toBe(0)
      expect(count).toBeLessThanOrEqual(joined)
      expect(count).toBeGreaterThanOrEqual(last)
      expect(joined - count).toBeLessThan(60)
      last = count
    }
  }
})

test('filling the list up to one below a ten does not prove that an address was on it', () => {
  for (const joined of [59, 69, 99, 139]) {
    // The prober's own posts have turned the number or not; then comes the address: new, the list grows.
    const stays = secrets.filter((secret) => publicCount(joined + 1, secret) === publicCount(joined, secret))
    // For a known one it stays always, so it must often stay for a new one too.
    expect(stays.length / secrets.length).toBeGreaterThan(0.4)
    expect(stays.length / secrets.length).toBeLessThan(0.9)
  }
})

function counting(answers: (number | Error)[]) {
  let at = 0
  let asked = 0
  const call = (name: string) => {
    if (name !== 'submissionTotals') return Promise.resolve('secret')
    asked += 1
    const answer = answers.shift() ?? 0
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ joined: answer })
  }
  const submissions = createSubmissions({
    store: { call: call as never, submit: () => Promise.resolve('stored') },
    botCheck: { verify: () => Promise.reject(new Error('No post is sent here.')) },
    onStored: () => undefined,
    now: () => at,
  })
  const sleep = (ms: number) => {
    at += ms
  }
  return { submissions, sleep, asked: () => asked }
}

test('the store is asked once a minute, by however many, and again after a failure', async () => {
  const { submissions, sleep, asked } = counting([0, 2, new Error('away'), 50])
  expect(await Promise.all([submissions.count(), submissions.count()])).toEqual([0, 0])
  sleep(59_999)
  expect(await submissions.count()).toBe(0)
  expect(asked()).toBe(1)
  sleep(1)
  expect(await submissions.count()).toBe(2)
  sleep(60_000)
  await expect(submissions.count()).rejects.toThrow('away')
  expect(await submissions.count()).toBe(50)
  expect(asked()).toBe(4)
})

test('setting the clock back does not freeze the count', async () => {
  const { submissions, sleep } = counting([2, 50])
  expect(await submissions.count()).toBe(2)
  sleep(-3_600_000)
  expect(await submissions.count()).toBe(50)
})

test('posts without a key get their own, in order of arrival', async () => {
  const keys: string[] = []
  const submissions = createSubmissions({
    store: {
      call: () => Promise.reject(new Error('Nothing is asked here.')),
      submit: ({ idempotency }) => {
        keys.push(idempotency?.key ?? '')
        return Promise.resolve('stored')
      },
    },
    botCheck: { verify: () => Promise.reject(new Error('No message is sent here.')) },
    onStored: () => undefined,
  })
  const { entry } = waitlistPost()
  const origin = { source: undefined, page: '', intent: 'waitlist' } as const
  for (let count = 0; count < 20; count += 1)
    await submissions.join(entry, origin, { idempotencyKey: undefined, suspected: false, age: undefined })
  expect(new Set(keys).size).toBe(20)
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
})
