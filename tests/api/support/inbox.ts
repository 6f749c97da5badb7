import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { SubmissionList } from '../../../api/contract/submissions.ts'
import { lakeEditors } from '../../../api/editors/lake-editors.ts'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { root } from '../../support/lake.ts'
import { newApp } from './app.ts'

export const TOKEN = 'a token of sixteen and more'
interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A server with an inbox, whose editors are those of a content lake. It ends with the test. */
export async function serveInbox(settings: Record<string, string> = {}) {
  const lake = await openLake({
    dataDir: mkdtempSync(path.join(tmpdir(), 'lake-')),
    seedDir: path.join(root, 'studio/seed'),
    token: TOKEN,
  })
  const made = newApp(settings, { readers: { checkEditor: lakeEditors(lake, 0) } })
  const listening = await listen(toListener(made.app.fetch), {
    port: 0,
    host: '127.0.0.1',
    headers: new Map(),
  })
  onTestFinished(async () => {
    await listening.drain(0)
    await made.forms.close()
    await lake.close()
  })
  /** `fetch` would not send every header. */
  async function send(method: string, target: string, headers: Record<string, string>, body?: unknown) {
    const sent = request(`${listening.url}/api${target}`, { method, headers })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [
      AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
    ]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: response.statusCode, headers: response.headers, text } satisfies Answer
  }
  const ask = (method: string, target: string, body?: unknown) =>
    send(method, target, { authorization: `Bearer ${TOKEN}` }, body)
  async function answer<Body>(method: string, target: string, body?: unknown): Promise<Body> {
    const { status, text } = await ask(method, target, body)
    expect(status, text).toBe(200)
    return JSON.parse(text) as Body
  }
  const join = async (email: string, more: object = {}, query = '', headers: Record<string, string> = {}) => {
    // Ids sort by the millisecond.
    await pause(2)
    expect((await made.post(`/api/waitlist${query}`, { email, ...more }, headers)).status).toBe(201)
  }
  const write = async (email: string, message: string) => {
    await pause(2)
    const post = { name: 'Bob', email, message, token: await made.token() }
    expect((await made.post('/api/contact', post)).status).toBe(201)
  }
  const search = (asked: object = {}) => answer<SubmissionList>('POST', '/submissions/search', asked)
  const onlyId = async () => (await search()).submissions[0]?.id ?? ''
  return { ...made, url: listening.url, send, ask, answer, join, write, search, onlyId }
}
