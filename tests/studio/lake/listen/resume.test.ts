import { expect, onTestFinished, test } from 'vitest'
import { startLake, temporaryFolder, type RunningLake } from '../fixture.ts'

interface Heard {
  event: string
  id: string
  documentId: string | undefined
  previousRev: string | undefined
}

/** Opens a listener as an EventSource does that lost its connection; ends with the news of `marker`. */
async function hearUntil(
  { url, client }: RunningLake,
  lastEventId: string | undefined,
  marker: string,
): Promise<Heard[]> {
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const address = `${url}/v2025-02-19/data/listen/production?query=*&enableResume=true`
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await fetch(address, { headers, signal: stopped.signal })
  const marked = client.createOrReplace({ _id: marker, _type: 'step' })
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes(`#${marker}\n`) && text.endsWith('\n\n')) break
  }
  await marked
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('event:'))
    .map((part) => {
      const [, event = '', id = '', data = '{}'] = /^event: (\S+)\nid: (\S*)\ndata: (.*)$/.exec(part) ?? []
      const { documentId, previousRev } = JSON.parse(data)
      return { event, id, documentId, previousRev }
    })
}

test('a listener that comes back is told what it missed, and nothing twice', async () => {
  const running = await startLake()
  const before = await hearUntil(running, undefined, 'first')
  expect(before.map(({ event }) => event)).toEqual(['welcome', 'mutation'])
  const last = before.at(-1)?.id ?? ''
  const { _rev } = await running.client.patch('faq-one').set({ title: 'Missed' }).commit()
  await running.client.delete('first')
  const after = await hearUntil(running, last, 'second')
  expect(after.map(({ event, documentId }) => [event, documentId])).toEqual([
    ['welcomeback', undefined],
    ['mutation', 'faq-one'],
    ['mutation', 'first'],
    ['mutation', 'second'],
  ])
  expect(after[1]?.id).toBe(`${_rev}#faq-one`)
  expect(after[3]?.previousRev).toBeUndefined()
})

test('what was missed is told to a client that loses the line again before any of it came', async () => {
  const running = await startLake()
  const before = await hearUntil(running, undefined, 'first')
  await running.client.patch('faq-one').set({ title: 'Missed' }).commit()
  const [welcome] = await hearUntil(running, before.at(-1)?.id, 'second')
  const after = await hearUntil(running, welcome?.id, 'third')
  expect(after.map(({ event, documentId }) => [event, documentId])).toEqual([
    ['welcomeback', undefined],
    ['mutation', 'faq-one'],
    ['mutation', 'second'],
    ['mutation', 'third'],
  ])
})

test('a client that missed a change before which nothing is kept reads everything anew', async () => {
  const dataDir = temporaryFolder()
  const running = await startLake({ dataDir })
  await running.client.create({ _id: 'replaced', _type: 'step' })
  const heard = await hearUntil(running, undefined, 'first')
  await running.client.createOrReplace({ _id: 'replaced', _type: 'step', n: 1 })
  await running.stop()
  const again = await startLake({ dataDir, retention: { revisionsPerDocument: 1 } })
  const [answer] = await hearUntil(again, heard.at(-1)?.id, 'second')
  expect(answer?.event).toBe('welcome')
})

test('a client that missed a change whose own state is not kept reads everything anew', async () => {
  const dataDir = temporaryFolder()
  const running = await startLake({ dataDir })
  const heard = await hearUntil(running, undefined, 'first')
  const made = { _id: 'made', _type: 'step' }
  // The transaction is kept for what else it made, and each of the others of this document begins with none.
  await running.client.transaction().create(made).create({ _id: 'kept', _type: 'step' }).commit()
  await running.client.delete('made')
  await running.client.create(made)
  await running.stop()
  const again = await startLake({ dataDir, retention: { revisionsPerDocument: 1 } })
  const [answer] = await hearUntil(again, heard.at(-1)?.id, 'second')
  expect(answer?.event).toBe('welcome')
})

test('a client that missed more than is quickly read reads everything anew', async () => {
  const running = await startLake()
  await running.client.create({ _id: 'large', _type: 'step', text: 'x'.repeat(200_000) })
  const heard = await hearUntil(running, undefined, 'first')
  const edit = () => running.client.patch('large').inc({ n: 1 }).commit()
  const revisions: string[] = []
  for (let count = 0; count < 5; count += 1) revisions.push((await edit())._rev)
  const missed = await hearUntil(running, heard.at(-1)?.id, 'second')
  expect(missed.map(({ event }) => event)).toEqual(['welcomeback', ...Array(6).fill('mutation')])
  expect(missed.slice(2, 6).map(({ previousRev }) => previousRev)).toEqual(revisions.slice(0, 4))

  for (let count = 0; count < 16; count += 1) await edit()
  const anew = await hearUntil(running, heard.at(-1)?.id, 'third')
  expect(anew.map(({ event }) => event)).toEqual(['welcome', 'mutation'])
})

test('events that no returning listener may see need not be kept', async () => {
  const dataDir = temporaryFolder()
  const running = await startLake({ dataDir })
  await running.client.create({ _id: 'versions.spring.replaced', _type: 'step' })
  const heard = await hearUntil(running, undefined, 'first')
  await running.client.createOrReplace({ _id: 'versions.spring.replaced', _type: 'step', n: 1 })
  await running.stop()
  const again = await startLake({ dataDir, retention: { revisionsPerDocument: 1 } })
  const missed = await hearUntil(again, heard.at(-1)?.id, 'second')
  expect(missed.map(({ event, documentId }) => [event, documentId])).toEqual([
    ['welcomeback', undefined],
    ['mutation', 'second'],
  ])
})

test('nothing is missed before the first news, over a restart', async () => {
  const dataDir = temporaryFolder()
  const running = await startLake({ dataDir })
  const [welcome] = await hearUntil(running, undefined, 'first')
  await running.stop()
  const again = await startLake({ dataDir })
  const heard = await hearUntil(again, welcome?.id, 'second')
  expect(heard.map(({ event, documentId }) => [event, documentId])).toEqual([
    ['welcomeback', undefined],
    ['mutation', 'first'],
    ['mutation', 'second'],
  ])
})

test('a transaction that was heard in part is told to its end', async () => {
  const running = await startLake()
  const [welcome] = await hearUntil(running, undefined, 'first')
  await running.client
    .transaction()
    .patch('faq-one', { set: { n: 1 } })
    .patch('home', { set: { n: 1 } })
    .commit()
  const missed = await hearUntil(running, welcome?.id, 'second')
  const heard = missed.find(({ documentId }) => documentId === 'faq-one')
  const rest = await hearUntil(running, heard?.id, 'third')
  expect(rest.map(({ documentId }) => documentId)).toEqual([undefined, 'home', 'second', 'third'])
})

test.each([['gone'], ['gone#faq-one'], ['']])(
  'who names an event that is not known reads everything anew: %j',
  async (lastEventId) => {
    const running = await startLake()
    const heard = await hearUntil(running, lastEventId, 'first')
    expect(heard.map(({ event }) => event)).toEqual(['welcome', 'mutation'])
  },
)
