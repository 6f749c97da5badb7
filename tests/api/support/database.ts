import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { inject } from 'vitest'
import { postgresFolder } from './postgres.ts'

/** Whether stores of this test are PostgreSQL's. */
export const isOnPostgres = inject('postgres') !== undefined

const urls = new Map<string, string>()

/** The URL of the database that goes with a folder, empty at first; none where stores are SQLite's. */
export function databaseUrlOf(dataDir: string): string | undefined {
  const server = inject('postgres')
  const known = urls.get(dataDir)
  if (server === undefined || known !== undefined) return known
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const psql = path.join(postgresFolder ?? '', 'psql')
  execFileSync(psql, ['--quiet', '--no-psqlrc', '--command', `create database ${name}`, server])
  const url = server.replace(/[^/]+$/u, name)
  urls.set(dataDir, url)
  return url
}
