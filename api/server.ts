import path from 'node:path'
import { acquireLock } from '../studio/lake/lock.ts'
import { mountLake } from '../studio/lake/mount.ts'
import { loadEnvFile, readArguments, runMain } from './cli/command.ts'
import { run } from './run.ts'

const USAGE = `Usage: npm start, or npm run dev

Serves site, API and Studio until it is told to stop. Settings are variables or lines in .env: see .env.example.`

const root = path.join(import.meta.dirname, '..')

await runMain(() => {
  const { values } = readArguments({ usage: USAGE, options: { dev: { type: 'boolean', default: false } } })
  const { dev } = values
  const warnings = loadEnvFile()
  return run({
    root,
    warnings,
    build: [process.execPath, 'web/publisher/build-at-start.ts', '--if-changed'],
    buildStudio: [process.execPath, 'studio/build.ts', '--if-changed', ...(dev ? ['--dev'] : [])],
    dev,
    acquireLock,
    openLake: (dataDir, access, onFault) =>
      mountLake({ dataDir, seedDir: path.join(root, 'studio/seed'), ...access }, onFault),
  })
})
