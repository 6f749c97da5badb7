import { connect, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createMailSender } from '../../../api/delivery/mail.ts'
import { startDelivery } from '../../../api/delivery/worker.ts'
import type { Delivery } from '../../../api/store/submissions/outbox.ts'
import { startSmtpSink } from '../../faults/support/smtp-sink.ts'
import { listenHere } from '../../support/listen.ts'
import { contactPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

/** A mail server that trickles an answer without end on its first connection, and is in order on the next ones. */
async function startTrickling() {
  const sink = await startSmtpSink(() => 'accept')
  let connections = 0
  const left = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    if (connections > 1) {
      const behind = connect(Number(new URL(sink.url).port), '127.0.0.1').on('error', () => undefined)
      socket.pipe(behind).pipe(socket)
      return
    }
    socket.write('220 here\r\n')
    const trickle = setInterval(() => socket.write('250-and\r\n'), 20)
    socket.on('data', () => undefined)
    socket.on('close', () => {
      clearInterval(trickle)
      left.resolve()
    })
  })
  const { host } = new URL(await listenHere(server))
  onTestFinished(() => sink.close())
  return {
    url: `smtp://${host}`,
    sink,
    left: left.promise,
  }
}

test('a mail server that trickles its answer blocks no channel, and the next attempt delivers', async () => {
  const { url, sink, left } = await startTrickling()
  const store = newStore()
  const failures: object[] = []
  const sender = createMailSender({
    smtpUrl: url,
    from: 'site@example.com',
    to: 'team@example.com',
    timeoutMs: 3_000,
    totalMs: 2_000,
  })
  const worker = startDelivery({
    store,
    senders: new Map([['mail', sender]]),
    onError: () => undefined,
    onFailure: (failure) => failures.push(failure),
    waitAfter: () => 1,
    pollMs: 10,
  })
  onTestFinished(async () => {
    await worker.stop()
    await store.close()
  })
  await store.submit(contactPost('n1'))
  worker.wake()
  await expect.poll(() => sink.taken).toHaveLength(1)
  expect(failures).toEqual([{ channel: 'mail', error: 'EABORT', attempt: 1, final: false }])
  await left
})

/** A mail server that counts who comes to log in, and hangs up on them while it is away. */
async function startCounting(treat: Parameters<typeof startSmtpSink>[0] = () => 'accept') {
  const sink = await startSmtpSink(treat)
  const seen = { logins: 0, isAway: false }
  const server = createServer((socket) => {
    seen.logins += 1
    socket.on('error', () => undefined)
    if (seen.isAway) {
      socket.destroy()
      return
    }
    const behind = connect(Number(new URL(sink.url).port), '127.0.0.1').on('error', () => undefined)
    socket.pipe(behind).pipe(socket)
  })
  const { host } = new URL(await listenHere(server))
  onTestFinished(() => sink.close())
  return { seen, url: `smtp://${host}` }
}

/** A sender whose clock stands until it is moved. */
function senderTo(smtpUrl: string) {
  const clock = { now: 0 }
  const sender = createMailSender({
    smtpUrl,
    from: 'site@example.com',
    to: 'team@example.com',
    now: () => clock.now,
  })
  onTestFinished(() => sender.close())
  return { sender, clock }
}

const message: Delivery = {
  kind: 'contact',
  submissionId: 'e1',
  channel: 'mail',
  revision: 1,
  attempt: 1,
  submission: {
    id: 'e1',
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Hi',
    suspected: false,
    createdAt: '',
  },
}

test('the readiness of mail costs one login in five minutes, however often it is asked', async () => {
  const { url, seen } = await startCounting()
  const { sender, clock } = senderTo(url)
  await Promise.all([sender.check(), sender.check()])
  clock.now += 299_999
  await sender.check()
  expect(seen.logins).toBe(1)
  clock.now += 1
  await sender.check()
  expect(seen.logins).toBe(2)
})

test('a mail server that is away is asked as rarely', async () => {
  const { url, seen } = await startCounting()
  seen.isAway = true
  const { sender, clock } = senderTo(url)
  await expect(sender.check()).rejects.toThrow()
  seen.isAway = false
  await expect(sender.check()).rejects.toThrow()
  expect(seen.logins).toBe(1)
  clock.now += 300_000
  await sender.check()
})

test('a delivered mail proves readiness without a login, and a failed one asks anew', async () => {
  const { url, seen } = await startCounting((attempt) => (attempt === 1 ? 'accept' : 'greylist'))
  seen.isAway = true
  const { sender } = senderTo(url)
  await expect(sender.check()).rejects.toThrow()
  seen.isAway = false
  await sender.send(message)
  await sender.check()
  expect(seen.logins).toBe(2)
  await expect(sender.send(message)).rejects.toThrow('EENVELOPE 451')
  await sender.check()
  expect(seen.logins).toBe(3)
})

test('a mail server that refuses the recipient takes no mails, whatever it says of the login, until one goes out', async () => {
  const treatments = ['unknown', 'greylist', 'accept'] as const
  const { url } = await startCounting((attempt) => treatments[attempt - 1] ?? 'accept')
  const { sender } = senderTo(url)
  await sender.check()
  await expect(sender.send(message)).rejects.toThrow('EENVELOPE 550')
  await expect(sender.check()).rejects.toThrow('EENVELOPE 550')
  await expect(sender.send(message)).rejects.toThrow('EENVELOPE 451')
  await expect(sender.check()).rejects.toThrow('EENVELOPE 550')
  await sender.send(message)
  await sender.check()
})

/** A mail server on all addresses of this machine that takes any login, and the passwords that it was sent. */
async function startAsking(options: SMTPServerOptions) {
  const passwords: (string | undefined)[] = []
  const server = new SMTPServer({
    ...options,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ password }, _session, callback) => {
      passwords.push(password)
      callback(null, { user: 'cal' })
    },
  })
  server.on('error', () => undefined)
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '0.0.0.0', () => {
      const address = listener.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })
  return { port, passwords }
}

test('a password goes to another machine over TLS only, and a server without TLS is explained', async () => {
  const { port, passwords } = await startAsking({ disabledCommands: ['STARTTLS'] })
  // As a name of this machine that is none of a loopback address.
  const { sender } = senderTo(`smtp://cal:secret@0.0.0.0:${port}`)
  await expect(sender.check()).rejects.toThrow('STARTTLS')
  await expect(sender.send(message)).rejects.toThrow(
    /^ETLS 500: the mail server refuses TLS, and no password is sent without: begin SMTP_URL with smtps:/u,
  )
  expect(passwords).toEqual([])
  for (const host of ['127.0.0.1', 'localhost']) {
    const own = senderTo(`smtp://cal:secret@${host}:${port}`)
    await own.sender.check()
  }
  expect(passwords).toEqual(['secret', 'secret'])
})

test.each([
  ['from the start', 'smtps://cal:secret@127.0.0.1', { secure: true }],
  ['once both agreed on it', 'smtp://cal:secret@0.0.0.0', {}],
])(
  'what is wrong with the certificate of a server with TLS %s is told by its code',
  async (_, url, options) => {
    const { port, passwords } = await startAsking(options)
    const { sender } = senderTo(`${url}:${port}`)
    // The server's own, which nobody signed and which is over.
    await expect(sender.send(message)).rejects.toThrow(
      /^ESOCKET (?:CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT)$/u,
    )
    expect(passwords).toEqual([])
  },
)
