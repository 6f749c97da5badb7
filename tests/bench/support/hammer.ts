import { connect } from 'node:net'

/** What a run of posts took. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  /** Answers other than 201. */
  refused: number
}

/**
 * Posts over keep-alive connections, one post at a time on each. It reads no more of an answer than its
 * status and length, as a client that costs as much as the server would measure itself.
 */
export async function hammer(
  port: number,
  { connections, seconds, body }: { connections: number; seconds: number; body: (count: number) => string },
): Promise<Figures> {
  const times: number[] = []
  let refused = 0
  let count = 0
  const end = performance.now() + seconds * 1_000

  function client(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let text = ''
      let sentAt = 0
      function send(): void {
        if (performance.now() >= end) {
          socket.destroy()
          resolve()
          return
        }
        count += 1
        const payload = body(count)
        sentAt = performance.now()
        socket.write(
          `POST /api/waitlist HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`,
        )
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        const head = text.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = Number(/content-length: (\d+)/iu.exec(text)?.[1] ?? 0)
        if (text.length < head + 4 + length) return
        times.push(performance.now() - sentAt)
        if (!text.startsWith('HTTP/1.1 201')) refused += 1
        text = ''
        send()
      })
    })
  }
  await Promise.all(Array.from({ length: connections }, client))
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), refused }
}
