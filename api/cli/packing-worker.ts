import { workerData } from 'node:worker_threads'
import { create } from 'tar'
import type { Packing } from './pack.ts'

const { file, folder, names } = workerData as Packing
// Synchronous, as tar 7.5 otherwise never ends with hard links, such as those between releases.
create({ sync: true, file, mode: 0o600, cwd: folder, gzip: true, portable: true }, names)
