import { Agent, request } from 'node:http'
import { argv } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

/** Times of answers in ms, and how many were none or not the right ones. */
export interface Measured {
  page: number[]
  post: number[]
  failed: number
}

const EVERY_MS = 50
/** An answer later than this is none. */
const GIVEN_UP_MS = 60_000

const [url = '', seconds = '0'] = argv.slice(2)
const measured: Measured = { page: [], post: [], failed: 0 }
const agent = new Agent({ keepAlive: true })

// Asks at fixed moments, whether or not the answers before have come: waiting visitors do not keep others away.
const pending: Promise<void>[] = []
const started = performance.now()
for (let count = 0; performance.now() - started < Number(seconds) * 1_000; count += 1) {
  const email = `visitor-${process.pid}-${count}@example.com`
  pending.push(time('page', '/'), time('post', '/api/waitlist', JSON.stringify({ email, age: 60_000 })))
  await pause(Math.max(0, started + (count + 1) * EVERY_MS - performance.now()))
}
await Promise.all(pending)
agent.destroy()
process.send?.(measured)

async function time(kind: 'page' | 'post', path: string, body?: string): Promise<void> {
  const sentAt = performance.now()
  const status = await ask(path, body).catch(() => 0)
  measured[kind].push(performance.now() - sentAt)
  if (status !== (body === undefined ? 200 : 201)) measured.failed += 1
}

function ask(path: string, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
    const sending = request(url + path, { method, agent, headers, timeout: GIVEN_UP_MS }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('timeout', () => sending.destroy(new Error('No answer.')))
    sending.on('error', reject)
    sending.end(body)
  })
}
