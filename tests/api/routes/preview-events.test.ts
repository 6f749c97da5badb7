import { describe, expect, it } from 'vitest'
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

describe('the stream of a preview', () => {
  it('tells the moment, then each change', async () => {
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

  it('ends with the link that it was opened with', async () => {
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
})
