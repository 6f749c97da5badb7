import { randomUUID } from 'node:crypto'
import type { Query } from './database.ts'
import type { PublishTables } from './publish-schema.ts'

/** The id that all nodes of this site have, and no other site: made on first use, the same ever after. */
export async function siteId(query: Query<PublishTables>): Promise<string> {
  return query(async (db) => {
    await db
      .insertInto('publish_settings')
      .values({ key: 'site', value: randomUUID() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const found = db.selectFrom('publish_settings').select('value').where('key', '=', 'site')
    return (await found.executeTakeFirstOrThrow()).value
  })
}
