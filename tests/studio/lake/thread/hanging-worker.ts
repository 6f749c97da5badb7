import { parentPort } from 'node:worker_threads'
import type { ToLake } from '../../../../studio/lake/thread/messages.ts'

function hold(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

// The lake's thread with requests that no query comes near any more: one that works for ever, one that waits for ever,
// and one that others keep from its work for twice the time after which this lake counts as hung.
parentPort?.on('message', (message: ToLake) => {
  if (message.type !== 'request') return
  if (message.url.endsWith('/v1/hang')) for (;;) JSON.parse('[]')
  if (message.url.endsWith('/v1/stall')) for (;;) hold(1_000)
  if (message.url.endsWith('/v1/late')) hold(2_000)
})

await import('../../../../studio/lake/thread/worker.ts')
