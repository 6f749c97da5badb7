import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMailSender } from '../../../api/delivery/mail.ts'
import { startDelivery } from '../../../api/delivery/worker.ts'
import { startSmtpSink } from '../../faults/support/smtp-sink.ts'
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
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  onTestFinished(async () => {
    server.close()
    await sink.close()
  })
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    sink,
    left: left.promise,
  }
}

test('a mail server that trickles its answer stops no channel: the mail goes out with the next attempt', async () => {
  const { url, sink, left } = await startTrickling()
  const store = newStore()
  const failures: object[] = []
  const sender = createMailSender({
    smtpUrl: url,
    from: 'site@example.com',
    to: 'team@example.com',
    timeoutMs: 400,
    totalMs: 1_000,
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
