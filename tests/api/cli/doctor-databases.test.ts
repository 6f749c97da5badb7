import { chownSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkFiles } from '../../../api/cli/database-checks.ts'
import { openPostgres } from '../../../api/store/database/open-postgres.ts'
import { openPublishFile, publishStore } from '../../../api/store/publishing/publish-store.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { canMount, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { hasOpenssl, newCertificate } from '../support/certificate.ts'
import { filesIn, runDoctor } from '../support/doctor.ts'
import { postgresFolder } from '../support/postgres.ts'
import { waitlistPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'
import { withPostgres } from '../support/with-postgres.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const NEWER =
  'was written by a newer version of this program: update the program, or bring back a backup of this one'

/** A data folder that a server has used. */
async function usedFolder(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const store = newStore(dataDir)
  for (let count = 0; count < 20; count += 1)
    await store.submit(waitlistPost({ email: `${count}@example.com` }))
  await store.close()
  const publishes = openPublishFile(dataDir, () => undefined)
  await publishStore(publishes).releases.list()
  await publishes.close()
  await (await openLake({ dataDir })).close()
  return dataDir
}

/** The command on a node that takes posts, which has nothing else to look into. */
function doctor(dataDir: string, settings: Record<string, string> = {}) {
  return runDoctor({ DATA_DIR: dataDir, ROLE: 'forms', ...settings })
}

afterEach(() => void vi.unstubAllEnvs())

describe('files', () => {
  test('are looked into and left as they are, whether a server has them open or not', async () => {
    const dataDir = await usedFolder()
    const before = filesIn(dataDir)
    const { code, said } = await doctor(dataDir)
    expect(said).toMatch(/^ok {4}databases: .*submissions\.sqlite.*: whole, and of no newer version\.$/mu)
    expect(code).toBe(0)
    expect(filesIn(dataDir)).toEqual(before)

    const store = newStore(dataDir)
    await store.submit(waitlistPost({ email: 'open@example.com' }))
    expect(await doctor(dataDir)).toMatchObject({ code: 0 })
    await store.close()
  })

  test.skipIf(!canMount)('are not blamed for a temporary folder that takes nothing', async () => {
    const dataDir = await usedFolder()
    const temporary = mkdtempSync(path.join(tmpdir(), 'doctor-small-'))
    const disk = mountSmallDisk(temporary, 1)
    onTestFinished(() => disk.remove())
    disk.fill()
    vi.stubEnv('TMPDIR', temporary)
    await expect(checkFiles(dataDir)).rejects.toThrow(
      `the disk of the temporary folder ${temporary} is full: free some space, or set TMPDIR to another folder.`,
    )
    vi.stubEnv('TMPDIR', import.meta.filename)
    await expect(checkFiles(dataDir)).rejects.toThrow(
      `The temporary folder ${import.meta.filename} can't be written to (ENOTDIR): make it writable, or set TMPDIR`,
    )
  })

  test.skipIf(!canMount)('of a server that was killed need room to be read', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-full-'))
    const disk = mountSmallDisk(dataDir, 1)
    onTestFinished(() => disk.remove())
    const store = newStore(dataDir)
    await store.submit(waitlistPost())
    await store.close()
    const file = path.join(dataDir, 'submissions.sqlite')
    writeFileSync(`${file}-wal`, '')
    disk.fill()
    await expect(checkFiles(dataDir)).rejects.toThrow(
      `${file} can't be read, as its disk is full: free some space.`,
    )
  })

  test('that are damaged are named, each with what to do', async () => {
    const dataDir = await usedFolder()
    const [submissions, publishes] = ['submissions.sqlite', 'publishes.db'].map((name) =>
      path.join(dataDir, name),
    ) as [string, string]
    const bytes = readFileSync(submissions)
    // Page after page of what is stored, and not the first, by which a file is known for a database.
    bytes.fill(0xa5, 4_096, 40_960)
    writeFileSync(submissions, bytes)
    writeFileSync(publishes, 'no database at all')
    const { code, said } = await doctor(dataDir)
    expect(code).toBe(1)
    for (const file of [submissions, publishes])
      expect(said).toMatch(new RegExp(`${file} is damaged \\(.+\\): stop the server`, 'u'))
    expect(said).toContain(': stop the server, and npm run restore -- FILE --replace brings back a backup.')
    expect(said).not.toContain('lake.db')
  })

  test('that a newer version wrote are named', async () => {
    const dataDir = await usedFolder()
    for (const [name, step] of [
      ['submissions.sqlite', `insert into kysely_migration values ('999-later', '2099')`],
      ['publishes.db', 'pragma user_version = 99'],
    ] as const) {
      using database = new DatabaseSync(path.join(dataDir, name))
      database.exec(step)
    }
    const { code, said } = await doctor(dataDir)
    expect(code).toBe(1)
    for (const name of ['submissions.sqlite', 'publishes.db'])
      expect(said).toContain(`${path.join(dataDir, name)} ${NEWER}.`)
  })

  test('of comments are the content’s own to know, which says so of a newer one', async () => {
    const dataDir = await usedFolder()
    using database = new DatabaseSync(path.join(dataDir, 'comments.db'))
    database.exec('pragma user_version = 99')
    const { code, said } = await runDoctor({ DATA_DIR: dataDir, DIST_DIR: path.join(dataDir, 'dist') })
    expect(code).toBe(1)
    expect(said).toMatch(/^FAIL {2}content migrations: The content database was written by a newer version/mu)
  })
})

interface Looked {
  isUsed?: boolean
  user?: string
  host?: string
  settings?: Record<string, string>
}

describe.skipIf(postgresFolder === undefined)('PostgreSQL (needs Postgres)', () => {
  const postgres = withPostgres()

  /** A database after these statements, in a folder of a server that has none of its own yet. */
  async function lookAt(
    statements: readonly string[],
    { isUsed = true, user = 'tests', host = '127.0.0.1', settings = {} }: Looked = {},
  ) {
    const url = await postgres().newDatabase()
    if (isUsed) {
      const used = openPostgres(url)
      await used.call('ping', 1)
      await used.close()
    }
    const client = new Client(url)
    await client.connect()
    const database = path.basename(url)
    for (const statement of statements) await client.query(statement.replaceAll('DATABASE', database))
    await client.end()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-'))
    const named = url.replace('tests@127.0.0.1', `${user}@${host}`)
    return doctor(dataDir, { DATABASE_URL: named, ...settings })
  }

  test.skipIf(!hasOpenssl)(
    'whose certificate nobody vouches for is told how to name one who does',
    async () => {
      const client = new Client(postgres().url)
      await client.connect()
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      const data = rows[0]?.data_directory ?? ''
      const { key, certificate } = newCertificate(data)
      const { uid, gid } = statSync(data)
      for (const file of [key, certificate]) chownSync(file, uid, gid)
      await client.query(`alter system set ssl_key_file = '${key}'`)
      await client.query(`alter system set ssl_cert_file = '${certificate}'`)
      await client.query('alter system set ssl = on')
      await client.query('select pg_reload_conf()')
      await client.end()
      const url = (await postgres().newDatabase()).replace('127.0.0.1', 'localhost')
      const look = (options: string) =>
        doctor(mkdtempSync(path.join(tmpdir(), 'doctor-')), { DATABASE_URL: `${url}?${options}` })
      expect((await look('sslmode=require')).said).toMatch(
        /^FAIL {2}DATABASE_URL: .*: name the certificate of its authority in DATABASE_URL, as \?sslmode=verify-full&sslrootcert=FILE\.$/mu,
      )
      const { said } = await look(`sslmode=require&sslrootcert=${certificate}`)
      expect(said).toMatch(/^ok {4}DATABASE_URL: PostgreSQL .+ answers\.$/mu)
      expect(said).not.toContain('WARNING')
    },
  )

  test('that is new, or as this version left it, is well', async () => {
    for (const isUsed of [false, true]) {
      const { code, said } = await lookAt([], { isUsed })
      expect(said).toMatch(/^ok {4}DATABASE_URL: PostgreSQL .+ answers\.$/mu)
      expect(code).toBe(0)
    }
  })

  test('beyond this machine is said to be spoken to unencrypted, where no sslmode says how', async () => {
    // To the system this machine, and no loopback address.
    const { code, said } = await lookAt([], { host: '0.0.0.0' })
    expect(said).toMatch(
      /^ok {4}DATABASE_URL: PostgreSQL .+ answers, unencrypted: on a network of others, end DATABASE_URL in \?sslmode=verify-full\.$/mu,
    )
    expect(code).toBe(0)
  })

  test('that takes no writes, as a standby, is named', async () => {
    const { code, said } = await lookAt(['alter database DATABASE set default_transaction_read_only = on'])
    expect(said).toContain(
      'FAIL  DATABASE_URL: the database takes no writes, as a standby does not: name the one in DATABASE_URL that does.',
    )
    expect(code).toBe(1)
  })

  test('whose clock is not that of this machine is named, as nodes have one each', async () => {
    const late = 'data:text/javascript,const{now}=Date;Date.now=()=>now()-61*60000'
    const { code, said } = await lookAt([], { settings: { NODE_OPTIONS: `--import=${late}` } })
    expect(said).toContain(
      'FAIL  DATABASE_URL: its clock is 61 minutes ahead of this machine’s: have both set',
    )
    expect(code).toBe(1)
  })

  test('that a newer version brought up to date is named', async () => {
    const { code, said } = await lookAt([`insert into kysely_migration values ('999-later', '2099')`])
    expect(said).toContain(
      `FAIL  DATABASE_URL: the database ${NEWER}, into another database (it has 999-later).`,
    )
    expect(code).toBe(1)
  })

  test('where tables are missing that its user may not make is named, and no other', async () => {
    const user = 'a_stranger'
    const rights = [
      `create role ${user} login`,
      'revoke create on schema public from public',
      `grant usage on schema public to ${user}`,
    ]
    const { code, said } = await lookAt(rights, { isUsed: false, user })
    expect(said).toContain(
      'FAIL  DATABASE_URL: the user of DATABASE_URL may not make tables there: as the owner',
    )
    expect(code).toBe(1)
    const may = [...rights.slice(1), `grant select on all tables in schema public to ${user}`]
    expect(await lookAt(may, { user })).toMatchObject({ code: 0 })
  })
})
