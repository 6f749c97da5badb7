import type { LiveEvent } from '@sanity/client'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { startLake, type RunningLake } from '../fixture.ts'

/** Hears live events as a page with published content does; the answer grows with each. */
async function hear({ clientWith }: RunningLake): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = []
  await new Promise<void>((resolve, reject) => {
    const subscription = clientWith({ apiVersion: 'vX' })
      .live.events()
      .subscribe({
        next: (event) => {
          heard.push(event)
          if (event.type === 'welcome') resolve()
        },
        error: reject,
      })
    onTestFinished(() => subscription.unsubscribe())
  })
  return heard
}

async function tagsOf({ client }: RunningLake, query: string): Promise<string[]> {
  const { syncTags } = await client.fetch(query, {}, { filterResponse: false })
  return syncTags ?? []
}

test('live events tell of what is published', async () => {
  const running = await startLake()
  const heard = await hear(running)
  await running.client.create({ _id: 'drafts.x', _type: 'pillar' })
  await running.client.patch('home').set({ title: 'Live' }).commit()
  await eventually(() => expect(heard.map(({ type }) => type)).toEqual(['welcome', 'message']))
})

const TOKEN = 'a-token-that-nobody-guesses'
const EDITOR = { authorization: `Bearer ${TOKEN}` }

test.each([
  ['an editor who asks', true, EDITOR, true],
  ['an editor who does not ask', false, EDITOR, false],
  ['a stranger who asks', false, {}, true],
])('of drafts, %s is told: %s', async (_, isTold, headers, includeDrafts) => {
  const { url, clientWith } = await startLake({ token: TOKEN, publicReads: true })
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const address = `${url}/vX/data/live/events/production?includeDrafts=${includeDrafts}`
  const { body } = await fetch(address, { headers, signal: stopped.signal })
  const editor = clientWith({ token: TOKEN })
  const { _rev: drafted } = await editor.create({ _id: 'drafts.x', _type: 'pillar' })
  const { _rev: published } = await editor.patch('home').set({ title: 'Live' }).commit()
  let heard = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk
    if (heard.includes(`id: ${published}\n`)) break
  }
  expect(heard.includes(`id: ${drafted}\n`)).toBe(isTold)
})

test.each([
  ['*[_type == "faqGroup"].title', true],
  ['*[_id == "faq-one"][0]', true],
  ['*[_id == "home"][0].faq[]->title', true],
  ['*[_type == "home"]{"all": *[_type == "faqGroup"]._id}', true],
  ['count(*)', true],
  ['*[title == "Pricing"]', true],
  ['*[references("faq-two")]', true],
  ['*[_id == "home"][0].title', false],
  ['*[_type == "integration"]', false],
  ['*[_id == "nowhere"]', false],
])('of a change to a document, who asked %s is told: %s', async (query, isTold) => {
  const running = await startLake()
  const tags = await tagsOf(running, query)
  const heard = await hear(running)
  await running.client.patch('faq-one').set({ title: 'Prices' }).commit()
  await eventually(() => expect(heard).toHaveLength(2))
  const [, event] = heard
  const told = event?.type === 'message' ? event.tags : []
  expect(told.some((tag) => tags.includes(tag))).toBe(isTold)
})

test.each([
  ['a new document of the type', { _id: 'faq-three', _type: 'faqGroup' }, '*[_type == "faqGroup"]'],
  ['a document that was not there', { _id: 'later', _type: 'step' }, '*[_id == "later"]'],
])('%s reaches who looked for it', async (_, document, query) => {
  const running = await startLake()
  const tags = await tagsOf(running, query)
  const heard = await hear(running)
  await running.client.create(document)
  await eventually(() => expect(heard).toHaveLength(2))
  expect(heard[1]).toMatchObject({ tags: expect.arrayContaining(tags) })
})
