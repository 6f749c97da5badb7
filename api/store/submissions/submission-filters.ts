import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { Channel } from '../../contract/submissions.ts'
import { isPostgres } from '../database/dialect.ts'
import type { Tables } from '../tables/schema.ts'

/** Whether a row of a table matches, by its text columns. */
export type Condition = (table: 'waitlist' | 'contact', columns: readonly string[]) => Expression<SqlBool>

/** More words would be a sentence, which fewer words find as well. */
const MAX_WORDS = 6
/** If more notes hold a word, it is no help in a search. */
const MAX_NOTES = 500
/** So many undelivered submissions are looked up by id. If there are more, a pass through all rows soon meets them. */
const FEW = 2_000

/** Matches what holds every word, in what was sent or in its note. */
export async function holdsWords(db: Kysely<Tables>, search: string): Promise<Condition> {
  const words = search.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
  const onPostgres = isPostgres(db)
  const holds = holder(onPostgres)
  const noted = await Promise.all(words.map((word) => notesWith(db, holds([sql`text`], word))))
  return (table, columns) => {
    const texts = columns.map((column) => sql.ref(`${table}.${column}`))
    if (onPostgres && words.every(isPlain) && noted.every((ids) => ids.length === 0))
      return holdsAll(texts, words)
    const conditions = words.map((word, index) => {
      const ids = noted[index] ?? []
      if (ids.length === 0) return holds(texts, word)
      return sql<SqlBool>`(${holds(texts, word)} or ${sql.ref(`${table}.id`)} in (${sql.join(ids)}))`
    })
    return sql<SqlBool>`${sql.join([sql`1 = 1`, ...conditions], sql` and `)}`
  }
}

/** Matches what has not arrived on one of the channels. */
export async function isUndelivered(db: Kysely<Tables>, channels: readonly Channel[]): Promise<Condition> {
  const open = sql`outbox where state in ('due', 'held', 'dead') and channel in (${sql.join(channels)})`
  const { rows } = await sql`select 1 from ${open} limit ${sql.lit(FEW)}`.execute(db)
  return (table) => {
    const id = sql.ref(`${table}.id`)
    return rows.length < FEW
      ? sql<SqlBool>`${id} in (select entry_id from ${open})`
      : sql<SqlBool>`exists (select 1 from ${open} and entry_id = ${id})`
  }
}

type Holds = (texts: readonly Expression<unknown>[], word: string) => Expression<SqlBool>

/**
 * Whether one of the texts holds a word. Both databases fold the case of ASCII letters only: SQLite's `like` knows no
 * others, and it takes PostgreSQL half the time. A word with other letters is looked for in each of its spellings.
 */
function holder(onPostgres: boolean): Holds {
  return (texts, word) => {
    const lower = word.toLowerCase()
    const forms = isPlain(word)
      ? [lower]
      : [lower, word, word.toUpperCase(), lower.replace(/^./u, (first) => first.toUpperCase())]
    const looked = onPostgres ? [folded(texts)] : texts.map((text) => sql`${text}`)
    const patterns = [...new Set(forms.map(foldPlain))].map(
      (form) => `%${form.replaceAll(/[!%_]/gu, '!$&')}%`,
    )
    const either = looked.flatMap((text) =>
      patterns.map((pattern) => sql`${text} like ${pattern} escape '!'`),
    )
    return sql<SqlBool>`(${sql.join(either, sql` or `)})`
  }
}

/** The same for several ASCII words on PostgreSQL, where the texts of a row are folded once for all words. */
function holdsAll(texts: readonly Expression<unknown>[], words: readonly string[]): Expression<SqlBool> {
  const patterns = words.map((word) => `%${foldPlain(word).replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`)
  return sql<SqlBool>`${folded(texts)} like all (array[${sql.join(patterns)}]::text[])`
}

function folded(texts: readonly Expression<unknown>[]) {
  return sql`lower((${sql.join(texts, sql` || ' ' || `)}) collate "C")`
}

function isPlain(word: string): boolean {
  return /^\p{ASCII}*$/u.test(word)
}

function foldPlain(word: string): string {
  return word.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())
}

async function notesWith(db: Kysely<Tables>, holds: Expression<SqlBool>): Promise<string[]> {
  const rows = await db.selectFrom('notes').select('entry_id').where(holds).limit(MAX_NOTES).execute()
  return rows.map(({ entry_id: id }) => id)
}
