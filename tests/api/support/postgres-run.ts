import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server of the run's own, as its owner reaches it; absent where tests are on SQLite. */
    postgres?: string
  }
}

/** Starts one PostgreSQL for all tests of a project; vitest calls what it gives at their end. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ isHasty: true })
  provide('postgres', postgres.url)
  return () => postgres.stop()
}
