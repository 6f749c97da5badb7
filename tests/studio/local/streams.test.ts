import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createStreams } from '../../../studio/local/streams.ts'
import { listenHere } from '../../support/listen.ts'
import { startLake } from '../lake/fixture.ts'

const LISTEN = `/v2025-02-19/data/listen/production?${new URLSearchParams({ query: '*[_type == "home"]' })}`
const OPEN = { signal: null, lastEventId: undefined }

/** A line to the lake that can be made to swallow all that is sent, and closes nothing. */
async function startLine(url: string) {
  const ends = new Set<Socket>()
  let opened = 0
  let isDead = false
  const server = createServer((near) => {
    opened += 1
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    ends.add(near).add(far)
    near.on('data', (bytes) => !isDead && far.write(bytes))
    far.on('data', (bytes) => !isDead && near.write(bytes))
    for (const end of [near, far]) end.on('error', () => undefined)
  })
  const { host } = new URL(await listenHere(server))
  onTestFinished(() => {
    for (const end of ends) end.destroy()
  })
  return {
    address: `ws://${host}/mux`,
    opened: () => opened,
    die: (now: boolean) => void (isDead = now),
  }
}

/** Reads a stream until it has brought these words. @throws what the stream fails with */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, words: string): Promise<void> {
  let text = ''
  for (const decoder = new TextDecoder(); !text.includes(words);) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The stream ended.')
    text += decoder.decode(value, { stream: true })
  }
}

test('a socket that has gone silent is given up, and the next stream opens another', async () => {
  const { url, client } = await startLake()
  const { address, opened, die } = await startLine(url)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const streams = createStreams(address)
  const listen = async () => {
    const reader = (await streams.open(LISTEN, OPEN)).body?.getReader()
    if (!reader) throw new Error('The stream has no body.')
    await readUntil(reader, 'welcome')
    return reader
  }

  const first = await listen()
  for (const title of ['One', 'Two']) {
    vi.advanceTimersByTime(40_000)
    await client.patch('home').set({ title }).commit()
    await readUntil(first, 'mutation')
  }
  die(true)
  vi.advanceTimersByTime(45_000)
  await expect(readUntil(first, 'mutation')).rejects.toThrow('The connection to the content lake was lost.')

  const refused = streams.open(LISTEN, OPEN)
  vi.advanceTimersByTime(45_000)
  await expect(refused).rejects.toThrow('The connection to the content lake was lost.')

  die(false)
  const second = await listen()
  await second.cancel()
  // Nobody listens, and so nothing is to come.
  vi.advanceTimersByTime(90_000)
  await listen()
  expect(opened()).toBe(3)
})
