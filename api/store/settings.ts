import type { Kysely } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Tables } from './tables/schema.ts'

/** Secrets that the store makes for itself, shared by every node that uses it. */
export type SecretName = 'bot-check-secret' | 'erasure-salt' | 'count-salt' | 'rate-salt'

/** The secret of that name: 32 random bytes in base64, made on first use, and never changed. */
export async function secret(db: Kysely<Tables>, name: SecretName): Promise<string> {
  const read = () => db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  const known = await read()
  if (known) return known.value
  await db
    .insertInto('settings')
    .values({ name, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await read())?.value ?? ''
}
