import { existsSync } from 'node:fs'
import path from 'node:path'
import { openLake } from '../studio/lake/lake.ts'
import { acquireLock } from '../studio/lake/lock.ts'
import { run } from './run.ts'

const root = path.join(import.meta.dirname, '..')
const dotEnv = path.join(root, '.env')
// Variables that the process already has win over the file's.
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv)

await run({
  root,
  build: [process.execPath, 'web/build.ts', '--if-changed'],
  dev: process.argv.includes('--dev'),
  acquireLock,
  openLake: (dataDir) => openLake({ dataDir, seedDir: path.join(root, 'studio/seed') }),
})
