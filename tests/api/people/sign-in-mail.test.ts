import { expect, onTestFinished, test } from 'vitest'
import { openTransport } from '../../../api/delivery/mail.ts'
import { createSignInMail } from '../../../api/people/sign-in-mail.ts'
import { startSmtpSink } from '../../faults/support/smtp-sink.ts'

test('a mail server that hangs holds up whoever sends a link for so long and no longer', async () => {
  const sink = await startSmtpSink(() => 'hang')
  const transport = openTransport({ smtpUrl: sink.url })
  onTestFinished(async () => {
    transport.close()
    await sink.close()
  })
  const mail = createSignInMail({
    transport,
    from: 'site@example.com',
    host: 'cal.example',
    totalMs: 2_000,
  })
  const person = {
    id: 'p1',
    name: 'Ada',
    email: 'ada@example.com',
    role: 'editor' as const,
    invitedAt: '2026-01-01T00:00:00.000Z',
    signedInAt: null,
    revokedAt: null,
  }
  const link = { person, url: 'https://cal.example/api/sign-in/link#token', expiresAt: 0 }
  await expect(mail.send(link, 'sign-in')).rejects.toThrow('EABORT')
})
