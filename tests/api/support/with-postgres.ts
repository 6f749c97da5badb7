import { afterAll, beforeAll } from 'vitest'
import { postgresFolder, startPostgres, type Postgres } from './postgres.ts'

/** A server for the tests of a file or a `describe`, which nobody crashes; none where this machine has no Postgres. */
export function withPostgres(): () => Postgres {
  let postgres: Postgres | undefined
  beforeAll(async () => {
    if (postgresFolder !== undefined) postgres = await startPostgres({ isHasty: true })
  })
  afterAll(() => postgres?.stop())
  return () => {
    if (!postgres) throw new Error('There is no Postgres.')
    return postgres
  }
}
