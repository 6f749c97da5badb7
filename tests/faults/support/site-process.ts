import path from 'node:path'
import { run } from '../../../api/run.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'

/**
 * The real server and lake around a `dist` of their own: node site-process.ts ROOT. Its Studio is whatever
 * `ROOT/dist/studio` leads to.
 */
const root = process.argv[2] ?? ''
const checkout = path.join(import.meta.dirname, '../../..')
const out = path.join(root, 'dist')

await run({
  root,
  // A build's sources are where it runs.
  build: [
    'sh',
    '-c',
    'cd "$0" && exec "$1" web/build.ts --if-changed --out "$2"',
    checkout,
    process.execPath,
    out,
  ],
  buildStudio: ['true'],
  dev: false,
  acquireLock,
  openLake: (dataDir, access) =>
    openLake({ dataDir, seedDir: path.join(checkout, 'studio/seed'), ...access }),
})
