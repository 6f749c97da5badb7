import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Names below a folder, and the archive that they are packed into. */
export interface Packing {
  file: string
  folder: string
  names: string[]
}

/** Packs in a thread of its own, so that this process still hears that it is to end. */
export async function pack(packing: Packing): Promise<void> {
  const worker = new Worker(new URL('packing-worker.ts', import.meta.url), { workerData: packing })
  await once(worker, 'exit')
}
