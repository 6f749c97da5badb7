import { existsSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.ts'

const root = path.join(import.meta.dirname, '..')
const dotEnv = path.join(root, '.env')
// Variables that the process already has win over the file's.
if (existsSync(dotEnv)) process.loadEnvFile(dotEnv)

await run({
  root,
  build: [process.execPath, 'web/build.ts', '--if-changed'],
  dev: process.argv.includes('--dev'),
  acquireLock: () => ({ ok: true, announce: () => undefined, release: () => undefined }),
  openLake: () => Promise.reject(new Error('The local content lake is not here yet.')),
})
