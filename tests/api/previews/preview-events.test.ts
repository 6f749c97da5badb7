import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { newPreviews } from '../support/previews.ts'

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, until: string): Promise<string> {
  let text = ''
  while (!text.includes(until)) {
    const { done, value } = await reader.read()
    if (done) return `${text}[end]`
    text += new TextDecoder().decode(value)
  }
  return text
}

const QUARTER_MINUTE = 15_000
/** A stream looks at itself by these. Other timers of this process are none of its own. */
const TICKS: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setInterval', 'clearInterval'] }
const DAY = 24 * 3_600_000

afterEach(() => vi.useRealTimers())

/** The stream of a new link, read up to its first moment. */
async function follow(site: ReturnType<typeof newPreviews>) {
  const link = await site.share({ perspective: 'drafts', path: '/' })
  const stream = await site.get(`${link.url}-/events`)
  const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader()
  await read(reader, 'moment"')
  return { ...link, reader }
}

describe('the stream of a preview', () => {
  test('tells the moment, then each change', async () => {
    const site = newPreviews()
    const address = (await site.enter('/x')).replace(/x$/, '-/events')
    const stream = await site.get(address)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader()
    expect(await read(reader, 'moment"')).toContain(String(site.clock.now))
    site.clock.now += 1
    site.change()
    expect(await read(reader, 'moment"')).toContain(String(site.clock.now))
    await reader.cancel()
    expect(site.listeners.size).toBe(0)
  })

  test('ends with the link that it was opened with', async () => {
    const site = newPreviews()
    const { id, url } = await site.share({ perspective: 'drafts', path: '/' })
    const stream = await site.get(`${url}-/events`)
    const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader()
    await read(reader, 'moment"')
    await site.get(`/api/preview/shares/${id}`, { method: 'DELETE' })
    site.change()
    expect(await read(reader, 'never')).toContain('[end]')
    expect(site.listeners.size).toBe(0)
  })

  test.each([
    ['a tick', () => vi.advanceTimersByTimeAsync(QUARTER_MINUTE)],
    ['a change', (site: ReturnType<typeof newPreviews>) => Promise.resolve(site.change())],
  ])('ends with an error that %s meets, which is told once and ends nothing else', async (_, happen) => {
    vi.useFakeTimers(TICKS)
    const site = newPreviews()
    const { reader } = await follow(site)
    site.store.broken = true
    await happen(site)
    expect(await read(reader, 'never')).toContain('[end]')
    await vi.advanceTimersByTimeAsync(10 * QUARTER_MINUTE)
    expect(site.errors).toEqual([new Error('disk I/O error')])
    expect([site.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
    site.store.broken = false
    await (await follow(site)).reader.cancel()
  })

  test.each([
    ['is revoked', (site: ReturnType<typeof newPreviews>, id: string) => site.previews.revoke(id)],
    ['is over', async (site: ReturnType<typeof newPreviews>) => void (site.clock.now += 8 * DAY)],
  ])('ends soon after its link %s, where nothing changes', async (_, end) => {
    vi.useFakeTimers(TICKS)
    const site = newPreviews()
    const { id, reader } = await follow(site)
    await end(site, id)
    await vi.advanceTimersByTimeAsync(QUARTER_MINUTE)
    expect(await read(reader, 'never')).toContain('[end]')
    expect([site.listeners.size, vi.getTimerCount(), site.errors.length]).toEqual([0, 0, 0])
  })

  test('keeps nothing for a reader that takes nothing', async () => {
    vi.useFakeTimers(TICKS)
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/' })
    const stream = await site.get(`${url}-/events`)
    await vi.advanceTimersByTimeAsync(1000 * QUARTER_MINUTE)
    expect([site.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
    await expect(stream.text()).rejects.toThrow('takes nothing')
  })

  test('is not opened by a request for its headers', async () => {
    vi.useFakeTimers(TICKS)
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/' })
    const answer = await site.get(`${url}-/events`, { method: 'HEAD' })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect([site.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('is one of at most sixty for an address, of a thousand in all, and of half as many with share links', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/' })
    const editing = await site.enter('/')
    const from = (address: string, base = url) =>
      site.get(`${base}-/events`, { headers: { 'x-forwarded-for': address } })
    const opened: Response[] = []
    for (let i = 0; i < 60; i += 1) opened.push(await from('192.0.2.1'))
    expect(opened.every(({ status }) => status === 200)).toBe(true)
    const refused = await from('192.0.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await refused.text()).toContain('More previews are open than this server follows.')
    await opened.pop()?.body?.cancel()
    opened.push(await from('192.0.2.1'))
    for (let i = 60; i < 500; i += 1) opened.push(await from(`198.51.${i % 250}.1`))
    expect((await from('203.0.113.1')).status).toBe(503)
    for (let i = 500; i < 1000; i += 1) opened.push(await from(`198.52.${i % 250}.1`, editing))
    expect(opened.every(({ status }) => status === 200)).toBe(true)
    expect((await from('203.0.113.1', editing)).status).toBe(503)
    for (const { body } of opened) await body?.cancel()
    expect(site.listeners.size).toBe(0)
  })

  test('is let go when its connection is', async () => {
    const site = newPreviews()
    const { url } = await site.share({ perspective: 'drafts', path: '/' })
    const served = await listen(toListener(site.app.fetch), {
      port: 0,
      host: '127.0.0.1',
      headers: new Map(),
    })
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
        socket.write(`GET ${url}-/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
        await once(socket, 'data')
        return socket
      }),
    )
    expect(site.listeners.size).toBe(20)
    for (const [i, socket] of sockets.entries())
      if (i % 2) socket.resetAndDestroy()
      else socket.destroy()
    for (let i = 0; i < 200 && site.listeners.size > 0; i += 1) await pause(50)
    expect(site.listeners.size).toBe(0)
    await served.drain(0)
  })
})
