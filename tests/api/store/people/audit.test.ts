import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AUDIT_PAGE } from '../../../../api/contract/audit.ts'
import { openStore } from '../../../../api/store/store.ts'
import { postgresFolder } from '../../support/postgres.ts'
import { at } from '../../support/posts.ts'
import { connected, withPostgres } from '../../support/with-postgres.ts'

const kinds = postgresFolder === undefined ? ['sqlite'] : ['sqlite', 'postgres']
const postgres = withPostgres()

/** A new store, and a way past it to its tables. */
async function open(kind: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'audit-'))
  const databaseUrl = kind === 'postgres' ? await postgres().newDatabase() : undefined
  // Not FULL: some hundred lines would each wait for a disk that other tests fill.
  const store = openStore({ dataDir, databaseUrl, synchronous: 'normal', onFault: () => undefined })
  onTestFinished(() => store.close())
  await store.call('erase', 'ada@example.com', { editor: 'Ada', reason: 'asked for' }, at)
  if (databaseUrl === undefined) {
    const database = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
    onTestFinished(() => database.close())
    return { store, run: async (statement: string) => database.exec(statement) }
  }
  const client = await connected(databaseUrl)
  return { store, run: async (statement: string) => void (await client.query(statement)) }
}

describe.each(kinds)('the audit list on %s', (kind) => {
  test('is told a page at a time, and none of it is out of reach', async () => {
    const { store } = await open(kind)
    const act = { editor: 'Bob', action: 'export', reason: '' } as const
    for (let count = 1; count <= AUDIT_PAGE; count += 1)
      await store.call('writeAudit', { ...act, detail: `${count}` }, at + count)
    const last = await store.call('auditLines')
    expect([last.length, last[0]?.detail, last.at(-1)?.detail]).toEqual([AUDIT_PAGE, `${AUDIT_PAGE}`, '1'])
    expect(await store.call('auditLines', last.at(-1)?.id)).toMatchObject([{ action: 'erase' }])
  })

  test('can be added to, and refuses every other change', async () => {
    const { store, run } = await open(kind)
    const [line] = await store.call('auditLines')
    expect(line).toMatchObject({
      action: 'erase',
      editor: 'Ada',
      reason: 'asked for',
      at: '2025-10-31T12:00:00.000Z',
    })
    const instead = `insert into audit (id, at, editor, action, detail, reason) values ('${line?.id}', 1, '', '', '', '')`
    const changes =
      kind === 'postgres'
        ? ['truncate audit', `${instead} on conflict (id) do update set reason = ''`]
        : [instead.replace('insert', 'insert or replace'), `replace ${instead.slice('insert '.length)}`]
    for (const change of [`update audit set reason = ''`, 'delete from audit', ...changes])
      await expect(run(change), change).rejects.toThrow('The audit list can only be added to.')
    expect(await store.call('auditLines')).toEqual([line])
    const act = { editor: 'Bob', action: 'export', detail: '1 submission', reason: '' } as const
    await store.call('writeAudit', act, at + 1)
    expect(await store.call('auditLines')).toMatchObject([{ editor: 'Bob' }, line])
  })
})
