import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables/schema.ts'
import type { SharedTables } from './tables/shared-schema.ts'

export type AllTables = Tables & SharedTables
/** Tables, each with the columns that its rows are ordered by. */
type Ordered = { readonly [Name in keyof AllTables]?: readonly (keyof AllTables[Name])[] }

const PAGE_SIZE = 500

/** Copies all rows of tables. Untyped, as a database may hold tables of both kinds. */
export async function copyTables(from: unknown, to: unknown, tables: Ordered): Promise<void> {
  for (const [name, keys] of Object.entries(tables)) {
    const order = sql.join(keys.map((key) => sql.ref(key)))
    // Which release is served is left out, as the nodes decide it.
    const which = name === 'publish_settings' ? sql`where key in ('pinned', 'site', 'content')` : sql``
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = sql<
        Record<string, unknown>
      >`select * from ${sql.table(name)} ${which} order by ${order} limit ${PAGE_SIZE} offset ${offset}`
      const { rows } = await page.execute(from as Kysely<AllTables>)
      if (rows.length === 0) break
      const insert = (to as Kysely<AllTables>).insertInto(name as 'settings').values(rows as never)
      // Settings that are there already stay.
      await (name === 'settings' ? insert.onConflict((conflict) => conflict.doNothing()) : insert).execute()
    }
  }
}

/** Whether a table has any row. */
export async function hasRows(db: unknown, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db as Kysely<AllTables>)
  return rows.length > 0
}
