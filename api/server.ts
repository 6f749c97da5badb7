import { existsSync } from 'node:fs'
import path from 'node:path'
import { acquireLock } from '../studio/lake/lock.ts'
import { mountLake } from '../studio/lake/mount.ts'
import { run } from './run.ts'

const root = path.join(import.meta.dirname, '..')
const dotEnv = path.join(root, '.env')
// Variables that the process already has win over the file's.
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv)

const dev = process.argv.includes('--dev')

await run({
  root,
  build: [process.execPath, 'web/publisher/build.ts', '--if-changed'],
  buildStudio: [process.execPath, 'studio/build.ts', '--if-changed', ...(dev ? ['--dev'] : [])],
  dev,
  acquireLock,
  openLake: (dataDir, access, onFault) =>
    mountLake({ dataDir, seedDir: path.join(root, 'studio/seed'), ...access }, onFault),
})
