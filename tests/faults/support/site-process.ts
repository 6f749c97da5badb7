import path from 'node:path'
import { run } from '../../../api/run.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'

// The real server and lake without a Studio, whose build would outlive the server when that is killed.
const root = path.join(import.meta.dirname, '../../..')

await run({
  root,
  build: [process.execPath, 'web/build.ts', '--if-changed'],
  dev: false,
  acquireLock,
  openLake: (dataDir, access) => openLake({ dataDir, seedDir: path.join(root, 'studio/seed'), ...access }),
})
