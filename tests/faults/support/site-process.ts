import { existsSync } from 'node:fs'
import path from 'node:path'
import { run } from '../../../api/run.ts'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { mountLake } from '../../../studio/lake/mount.ts'

// The real server and lake without a Studio, whose build would outlive the server when that is killed.
const root = path.join(import.meta.dirname, '../../..')
// A site that is there is of the same code: looking costs more than all else of a start.
const isBuilt = existsSync(path.join(process.env['DIST_DIR'] ?? '', 'site/index.html'))

await run({
  root,
  build: isBuilt ? ['true'] : [process.execPath, 'web/publisher/build.ts', '--local'],
  dev: false,
  acquireLock,
  openLake: (dataDir, access, onFault) =>
    mountLake({ dataDir, seedDir: path.join(root, 'studio/seed'), ...access }, onFault),
})
