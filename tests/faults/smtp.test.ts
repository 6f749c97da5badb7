import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startSmtpSink, type SmtpSink, type Treatment } from './support/smtp-sink.ts'
import { startTarget, type Target } from './support/start-target.ts'

vi.setConfig({ testTimeout: 120_000 })

const settings = (smtp: SmtpSink) => ({ SMTP_URL: smtp.url, NOTIFY_EMAIL: 'sales@example.com' })

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'smtp-'))
}

async function write(target: Target, id: string, fields: Record<string, string> = {}): Promise<void> {
  const body = { name: id, email: `${id}@example.com`, message: id, token: id, age: 60_000, ...fields }
  const response = await fetch(`${target.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
}

async function until(done: () => boolean, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (!done() && performance.now() < end) await pause(20)
}

/** Each tenth attempt is dropped, each fifth greylisted, some are refused for space, one in forty hangs. */
function awkward(attempt: number): Treatment {
  if (attempt % 40 === 17) return 'hang'
  if (attempt % 10 === 3) return 'drop'
  if (attempt % 5 === 1) return 'greylist'
  return attempt % 10 === 9 ? 'full' : 'accept'
}

test('an awkward mail server and a kill in between: all is delivered, twice only where nobody could know', async () => {
  const smtp = await startSmtpSink(awkward)
  const dataDir = newFolder()
  const first = await startTarget(dataDir, settings(smtp))
  const ids = Array.from({ length: 120 }, (_, count) => `m${count}`)
  await Promise.all(ids.slice(0, 60).map((id) => write(first, id)))
  await until(() => smtp.taken.length >= 20)
  await first.kill()
  // What was taken just before the kill may not have been noted: at most one batch.
  const inFlight = new Set(smtp.taken.slice(-10))

  const second = await startTarget(dataDir, settings(smtp))
  await Promise.all(ids.slice(60).map((id) => write(second, id)))
  await until(() => smtp.messages.size >= ids.length)
  // Whatever would come twice has come by then: nothing is due any more.
  await until(() => false, 1_500)
  await second.kill('SIGTERM')
  await smtp.close()

  const senders = [...smtp.messages.values()].map((text) => /^Reply-To: (\S+)@/imu.exec(text)?.[1])
  expect(new Set(senders)).toEqual(new Set(ids))
  const repeated = smtp.taken.filter((id, index) => smtp.taken.indexOf(id) !== index)
  expect(repeated.filter((id) => !smtp.unclear.has(id) && !inFlight.has(id))).toEqual([])
})

test('a mail server that is away loses nothing: it is delivered once it is back', async () => {
  const gone = await startSmtpSink(() => 'accept')
  await gone.close()
  const dataDir = newFolder()
  const first = await startTarget(dataDir, settings(gone))
  await write(first, 'early')
  await pause(300)
  await first.kill('SIGTERM')

  const back = await startSmtpSink(() => 'accept')
  const second = await startTarget(dataDir, settings(back))
  await until(() => back.taken.length > 0)
  await second.kill('SIGTERM')
  await back.close()
  expect(back.taken).toHaveLength(1)
})

test('a recipient that is refused is tried again, a message that is refused is given up', async () => {
  const treatments: Treatment[] = ['unknown', 'accept', 'spam', 'accept']
  const smtp = await startSmtpSink((attempt) => treatments[attempt - 1] ?? 'accept')
  const target = await startTarget(newFolder(), settings(smtp))
  await write(target, 'one')
  await until(() => smtp.taken.length === 1)
  await write(target, 'two')
  await until(() => target.output().includes('given up'))
  await write(target, 'three')
  await until(() => smtp.taken.length === 2)
  await target.kill('SIGTERM')
  await smtp.close()
  const senders = [...smtp.messages.values()].map((text) => /^Reply-To: (\S+)@/imu.exec(text)?.[1])
  expect(senders).toEqual(['one', 'three'])
})

test("a visitor's words can't become headers or markup, and Reply-To is the visitor", async () => {
  const smtp = await startSmtpSink(() => 'accept')
  const target = await startTarget(newFolder(), settings(smtp))
  await write(target, 'odd', {
    name: 'Eve" <eve@evil.example>, "',
    message: 'Hello\r\nBcc: all@example.com\r\n\r\n.\r\n<img src=x onerror=alert(1)> & "more"',
  })
  await until(() => smtp.taken.length > 0)
  await target.kill('SIGTERM')
  await smtp.close()

  const text = [...smtp.messages.values()].join('')
  const [head = '', ...parts] = text.split('\r\n\r\n')
  expect(head).not.toMatch(/^(bcc|cc):/imu)
  expect(head.match(/^to: .*$/gimu)).toEqual(['To: sales@example.com'])
  expect(head.match(/^reply-to: .*$/gimu)).toEqual(['Reply-To: odd@example.com'])
  const html = parts.join('\r\n\r\n').split(/content-type: text\/html/iu)[1] ?? ''
  expect(html).toContain('&#60;img src')
  expect(html).not.toContain('<img')
})
