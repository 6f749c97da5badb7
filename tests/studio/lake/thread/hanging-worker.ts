import { parentPort } from 'node:worker_threads'
import type { ToLake } from '../../../../studio/lake/thread/messages.ts'

// The lake's thread with a request that it never comes back from: no query does that any more.
parentPort?.on('message', (message: ToLake) => {
  if (message.type !== 'request' || !message.url.endsWith('/v1/hang')) return
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
})

await import('../../../../studio/lake/thread/worker.ts')
