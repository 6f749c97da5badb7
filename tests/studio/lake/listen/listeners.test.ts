import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { startLake, writeSeed } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const TIMES = { _createdAt: '2025-10-01T08:00:00Z', _updatedAt: '2025-10-01T08:00:00Z' }
const LISTEN = '/v2025-02-19/data/listen/production'
const LIVE = '/v2025-02-19/data/live/events/production'

interface Heard {
  status: number
  text: () => string
  leave: () => void
  hasEnded: () => boolean
}

/** Reads a stream of events until it is left, or the test is over. */
async function hear(
  url: string,
  path: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Heard> {
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const response = await fetch(`${url}${path}?${new URLSearchParams(params)}`, {
    headers,
    signal: left.signal,
  })
  let [text, hasEnded] = ['', false]
  async function read(): Promise<void> {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    hasEnded = true
  }
  read().catch(() => undefined)
  return {
    status: response.status,
    text: () => text,
    leave: () => left.abort(),
    hasEnded: () => hasEnded,
  }
}

test('what asks for the head of a stream leaves no listener behind', async () => {
  const { url } = await startLake({
    token: TOKEN,
    publicReads: true,
    listeners: { perStranger: 5, total: 10 },
  })
  for (const path of [LISTEN, LIVE]) {
    for (let round = 0; round < 40; round++) {
      const response = await fetch(`${url}${path}?query=*`, { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/event-stream')
    }
  }
  const heard = await hear(url, LISTEN, { query: '*' })
  await eventually(() => expect(heard.text()).toContain('event: welcome'))
})

test('one address has only so many listeners without a token, and gets new ones for those it leaves', async () => {
  const { url } = await startLake({
    token: TOKEN,
    publicReads: true,
    listeners: { perStranger: 3, total: 100 },
  })
  const open = [await hear(url, LISTEN), await hear(url, LIVE), await hear(url, LISTEN)]
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
  const refused = await fetch(`${url}${LISTEN}`)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    statusCode: 429,
    error: { type: 'tooManyListeners', description: expect.stringContaining('3 listeners') },
  })
  open[0]?.leave()
  await eventually(async () => expect((await hear(url, LISTEN)).status).toBe(200))
})

test('strangers fill half of the places at most, so that editors can listen', async () => {
  const { lake } = await startLake({
    token: TOKEN,
    publicReads: true,
    listeners: { perStranger: 4, total: 8 },
  })
  const open = async (address: string, token = '') => {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
    const asked = new Request(`http://localhost${LIVE}`, { headers })
    const response = await lake.fetch(asked, { forwarded: false, address })
    onTestFinished(async () => {
      await response.body?.cancel()
    })
    return response.status
  }
  for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4']) expect(await open(address)).toBe(200)
  expect(await open('5.5.5.5')).toBe(503)
  for (let round = 0; round < 4; round++) expect(await open('9.9.9.9', TOKEN)).toBe(200)
  expect(await open('9.9.9.9', TOKEN)).toBe(503)
})

test('a reader that is gone without a word frees its place', async () => {
  const { url } = await startLake({
    token: TOKEN,
    publicReads: true,
    listeners: { perStranger: 1, total: 10 },
  })
  await new Promise<void>((resolve) => {
    const asked = request(`${url}${LISTEN}`, (response) => {
      response.once('data', () => {
        asked.destroy()
        resolve()
      })
    })
    asked.on('error', () => undefined)
    asked.end()
  })
  await eventually(async () => expect((await hear(url, LISTEN)).status).toBe(200))
})

test.each(['Acq*', 'Other*'])('a stranger’s filter cannot tell what a draft says: %s', async (guess) => {
  const seedDir = writeSeed([
    { _id: 'home', _type: 'home', title: 'Home', to: { _ref: 'drafts.launch', _weak: true }, ...TIMES },
    { _id: 'drafts.launch', _type: 'post', title: 'Acquired', ...TIMES },
  ])
  const { url, clientWith } = await startLake({ seedDir, token: TOKEN, publicReads: true })
  const probes = [
    `*[{"_ref": "drafts.launch"}->title match "${guess}"]`,
    `*[to->title match "${guess}"]`,
    `*[count(*[references("drafts.launch") && {"_ref": "drafts.launch"}->_id != null]) > 0 && to->title match "${guess}"]`,
  ]
  const heard = await Promise.all(probes.map((query) => hear(url, LISTEN, { query })))
  const all = await hear(url, LISTEN, { query: '*' })
  await eventually(() => expect([...heard, all].every(({ text }) => text().includes('welcome'))).toBe(true))
  await clientWith({ token: TOKEN }).patch('home').set({ title: 'Changed' }).commit()
  await eventually(() => expect(all.text()).toContain('event: mutation'))
  for (const { text } of heard) expect(text()).not.toContain('event: mutation')
})

test('a filter that is too much work ends its listener with a reason, and holds up no change', async () => {
  const { url, clientWith } = await startLake({ token: TOKEN, publicReads: true })
  const many = `[${Array.from({ length: 200 }, () => '1').join(',')}]`
  const query = `*[count(${many}[count(${many}[count(${many}[@ != ^.^]) > 0 && @ != ^.^.title]) > 0]) > 0]`
  const heard = await hear(url, LISTEN, { query })
  await eventually(() => expect(heard.text()).toContain('event: welcome'))
  const client = clientWith({ token: TOKEN })
  await client.patch('home').set({ title: 'Changed' }).commit()
  await eventually(() => expect(heard.hasEnded()).toBe(true))
  expect(heard.text()).toContain('event: channelError\ndata: {"message":"The listener')
  await client.patch('home').set({ title: 'Changed again' }).commit()
  expect(await client.fetch('*[_id == "home"][0].title')).toBe('Changed again')
})

test.each([
  ['goes through a long text', 'a'.repeat(100_000), 'title match "a*"'],
  ['looks for a word again and again', `${'b '.repeat(30_000)}z`, 'title match "z z z z"'],
])('a stranger’s filter that %s is too much work', async (_, title, filter) => {
  const { url, clientWith } = await startLake({ token: TOKEN, publicReads: true })
  const heard = await hear(url, LISTEN, { query: `*[${filter}]` })
  await eventually(() => expect(heard.text()).toContain('event: welcome'))
  await clientWith({ token: TOKEN }).patch('home').set({ title }).commit()
  await eventually(() => expect(heard.hasEnded()).toBe(true))
  expect(heard.text()).toContain('too much work for a listener')
})

test('strangers hold up a change for a moment at most, however many listen, and editors hear all of it', async () => {
  const { url, clientWith } = await startLake({
    token: TOKEN,
    publicReads: true,
    listeners: { perStranger: 100, total: 400 },
  })
  // A few ms for each document, which is not too much work by itself.
  const many = `[${Array.from({ length: 80 }, (_, index) => index).join(',')}]`
  const query = `*[count(${many}[count(${many}[@ + ^ != ^.^._id]) > 0]) > 0]`
  const strangers: Heard[] = []
  // Only so many questions may wait at once.
  while (strangers.length < 40) strangers.push(await hear(url, LISTEN, { query }))
  const client = clientWith({ token: TOKEN })
  const seen: string[] = []
  const subscription = client
    .listen('*', {}, { events: ['welcome', 'mutation'] })
    .subscribe((event) => seen.push('documentId' in event ? event.documentId : event.type))
  onTestFinished(() => subscription.unsubscribe())
  await eventually(() => {
    expect(strangers.every(({ text }) => text().includes('welcome'))).toBe(true)
    expect(seen).toEqual(['welcome'])
  })
  const change = (title: string, count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `p${index}`)
    return client.mutate(ids.map((_id) => ({ createOrReplace: { _id, _type: 'pillar', title } })))
  }
  const last = strangers.at(-1)
  await change('many', 40)
  await eventually(() => expect(last?.hasEnded()).toBe(true))
  expect(last?.text()).toContain('event: channelError\ndata: {"message":"The listener')
  expect(last?.text()).toContain('Listeners without a token are too much work')
  await eventually(() => expect(seen).toHaveLength(41))
  // One alone has time enough.
  const again = await hear(url, LISTEN, { query })
  await eventually(() => expect(again.text()).toContain('event: welcome'))
  await change('two', 1)
  await eventually(() => expect(again.text()).toContain('event: mutation'))
})

test('the listeners of one editor hold up a change for two seconds at most, and all but the greedy hear of it', async () => {
  const { lake, url, clientWith } = await startLake({ token: TOKEN })
  // A few ms for each document, of which there are thousands.
  const many = `[${Array.from({ length: 100 }, (_, index) => index).join(',')}]`
  const filter = `*[count(${many}[count(${many}[@ + ^ != ^.^._id]) > 0]) > 0]`
  const user = { id: 'greedy', name: 'Greedy', role: 'editor' } as const
  const listen = (query: string, headers: Record<string, string> = {}) => {
    const asked = new Request(
      `http://localhost${LISTEN}?${new URLSearchParams({ query, enableResume: 'true' })}`,
      { headers },
    )
    return lake.fetch(asked, { forwarded: false, address: '1.1.1.1', user })
  }
  const greedy = await listen(filter)
  const modest = await listen('*')
  const client = clientWith({ token: TOKEN })
  const other = await hear(url, LISTEN, { query: '*' }, { authorization: `Bearer ${TOKEN}` })
  await eventually(() => expect(other.text()).toContain('event: welcome'))
  await client.mutate(
    Array.from({ length: 2000 }, (_, index) => ({
      createOrReplace: { _id: `p${index}`, _type: 'pillar', title: 'many' },
    })),
  )
  expect(await greedy.text()).toContain('Your listeners are too much work')
  await eventually(() => expect(other.text().match(/event: mutation/gu)).toHaveLength(2000))

  const left = await modest.text()
  expect(left).not.toMatch(/event: (?:mutation|channelError)/u)
  const [, last = ''] = /^id: (.*)$/mu.exec(left) ?? []
  const back = await listen('*', { 'last-event-id': last })
  let heard = ''
  for await (const chunk of back.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk
    if (heard.match(/event: mutation/gu)?.length === 2000) break
  }
  expect(heard).toContain('event: welcomeback')
})
