import {
  sql,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type RawBuilder,
} from 'kysely'
import { isPostgres } from './dialect.ts'

/*
 * PostgreSQL gets any number of values as one parameter. With a parameter for each, building, sending and planning the
 * statement took a seventh of the processor time of 64 posts. SQLite runs in this process and caches its statements:
 * parsing JSON would cost more.
 */

/** An insert of rows, which have the same columns. */
export function insertRows<Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): InsertQueryBuilder<Tables, Name, InsertResult> {
  if (!isPostgres(db)) return db.insertInto(table).values(rows)
  const columns = Object.keys(rows[0] ?? {}) as (keyof Tables[Name] & string)[]
  const names = sql.join(columns.map((name) => sql.ref(name)))
  return db
    .insertInto(table)
    .columns(columns)
    .expression(
      sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`,
    )
}

/** Whether a column has one of these values. */
export function isOneOf<Tables>(
  db: Kysely<Tables>,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> {
  const name = sql.ref(column)
  return isPostgres(db)
    ? sql<boolean>`${name} = any(${values})`
    : sql<boolean>`${name} in (${sql.join(values)})`
}
