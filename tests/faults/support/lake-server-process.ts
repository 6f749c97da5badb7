import path from 'node:path'
import { run } from '../../../api/run.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { mountLake } from '../../../studio/lake/mount.ts'

/** The real server with the real lake around a stand-in for the built site: argument 1 is its root. */
const seedDir = path.join(import.meta.dirname, '../../../studio/seed')

await run({
  root: process.argv[2] ?? '',
  build: [process.execPath, 'build.mjs'],
  dev: false,
  acquireLock,
  openLake: (dataDir, access, onFault) => mountLake({ dataDir, seedDir, ...access }, onFault),
})
