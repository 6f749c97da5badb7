import { expect, test } from 'vitest'
import { createEventStreams } from '../../../../studio/lake/listen/event-stream.ts'
import { createListeners } from '../../../../studio/lake/listen/listeners.ts'
import { startLake } from '../fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const LISTEN = 'http://127.0.0.1:5100/v2025-02-19/data/listen/production?query=*&includeResult=true'
const KB = 1024

/** A lake that says what came to readers who had not read a byte before. */
async function startPublic() {
  const { lake, clientWith } = await startLake({ token: TOKEN, publicReads: true })
  const client = clientWith({ token: TOKEN })
  return {
    publish: (kilobytes: number, title: string) =>
      client.createOrReplace({ _id: 'large', _type: 'pillar', title, text: 'x'.repeat(kilobytes * KB) }),
    /** Begins to listen; returns how to read all that waits, as far as it goes. */
    listen: async (address: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const { status, body } = await lake.fetch(new Request(LISTEN, { headers }), {
        forwarded: false,
        address,
      })
      expect(status).toBe(200)
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      return async (last: string): Promise<string> => {
        let text = ''
        while (!text.includes(`"title":"${last}"`)) {
          const { value } = (await reader?.read().catch(() => undefined)) ?? {}
          if (value === undefined) return 'cut off'
          text += value
        }
        await reader?.cancel()
        return text
      }
    },
  }
}

test('a stranger who reads nothing is cut off long before an editor is, and may listen again', async () => {
  const { publish, listen } = await startPublic()
  const [stranger, editor] = [await listen('10.0.0.1'), await listen('10.0.0.2', TOKEN)]
  for (const title of ['1', '2', '3', '4', '5']) await publish(100, title)
  expect(await stranger('5')).toBe('cut off')
  expect(await editor('5')).toMatch(/"title":"1".+"title":"3".+"title":"5"/su)

  const again = await listen('10.0.0.1')
  await publish(600, 'large')
  expect(await again('large')).toContain('event: mutation')
})

test('strangers together leave only so much unread, wherever they come from, and editors hear all of it', async () => {
  const streams = createEventStreams(createListeners({ perStranger: 20, total: 1000 }))
  const sends: ((event: { event: string; data: unknown }) => void)[] = []
  const open = (address: string, isTrusted = false) =>
    streams
      .open({ signal: new AbortController().signal, address, isTrusted }, String, (send) => {
        sends.push(send)
        return () => undefined
      })
      .body?.getReader()
  const tell = (bytes: number): void =>
    sends.forEach((send) => send({ event: 'message', data: 'x'.repeat(bytes) }))
  /** How much a reader gets of what is there for it; undefined where it was cut off. */
  async function readAll(reader: ReturnType<typeof open>, bytes: number): Promise<number | undefined> {
    let length = 0
    while (length < bytes) {
      const { value } = (await reader?.read().catch(() => undefined)) ?? {}
      if (value === undefined) return undefined
      length += value.length
    }
    return length
  }

  const strangers = Array.from({ length: 200 }, (_, index) => open(`10.0.0.${index}`))
  const editor = open('10.0.1.1', true)
  tell(200 * KB)
  const heard = await Promise.all(strangers.map((reader) => readAll(reader, 200 * KB)))
  // Of 32 MB each has its 200 kB and a few bytes.
  expect(heard.filter((length) => length !== undefined)).toHaveLength(163)
  expect(await readAll(editor, 200 * KB)).toBeGreaterThan(200 * KB)

  // What was cut off or read, or is left, is out of the way.
  for (const reader of strangers) await reader?.cancel().catch(() => undefined)
  const next = open('10.0.2.1')
  tell(200 * KB)
  expect(await readAll(next, 200 * KB)).toBeGreaterThan(200 * KB)
})
