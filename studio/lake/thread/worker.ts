import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../errors.ts'
import { openLake, type Lake, type LakeOptions } from '../lake.ts'
import { createAnswers } from './answers.ts'
import type { FromLake, ToLake } from './messages.ts'

// The content lake in a thread of its own: started by `openLakeThread`, with `LakeOptions` as its data.
const port = parentPort
if (port === null) throw new TypeError('This file is the lake’s thread: it is started by openLakeThread.')

function send(message: FromLake, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

function serve(lake: Lake): void {
  const answers = createAnswers(lake.fetch, send)
  port?.on('message', (message: ToLake) => {
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'webhook') lake.setWebhookUrl(message.name, message.url)
    else if (message.type === 'close') void lake.close().finally(() => end(undefined))
    else answers.take(message)
  })
  send({ type: 'open' })
}

function end(sentence: string | undefined): void {
  send({ type: 'closed', sentence })
  port?.close()
}

openLake(workerData as LakeOptions).then(serve, (error: unknown) => end(messageOf(error)))
