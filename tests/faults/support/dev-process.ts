import path from 'node:path'
import { run } from '../../../api/run.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { mountLake } from '../../../studio/lake/mount.ts'

// The server of `npm run dev` without a Studio, whose build would outlive it.
const root = path.join(import.meta.dirname, '../../..')

await run({
  root,
  build: [process.execPath, 'web/publisher/build.ts', '--if-changed'],
  dev: true,
  acquireLock,
  openLake: (dataDir, access, onFault) =>
    mountLake({ dataDir, seedDir: path.join(root, 'studio/seed'), ...access }, onFault),
})
