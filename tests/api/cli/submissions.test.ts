import { execFile } from 'node:child_process'
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { progressBar } from '../../../api/cli/progress.ts'
import { databaseUrlOf, isOnPostgres } from '../support/database.ts'
import { contactPost, onceKey, waitlistPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 120_000 })

const dataDir = mkdtempSync(path.join(tmpdir(), 'cli-'))
const store = newStore(dataDir)
afterAll(() => store.close())

const file = path.join(import.meta.dirname, '../../../api/cli/submissions.ts')

/** Runs the command beside the open store, as it runs beside a server. */
function submissions(
  args: string[],
  folder = dataDir,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrlOf(folder) ?? '' }
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test('list, export, redeliver and erase work on the store of a running server', async () => {
  await store.submit(
    waitlistPost(
      { company: '=HYPERLINK("http://evil")', firstName: 'Ada, "A"', companySize: '1-10' },
      { source: 'hero', intent: 'demo' },
    ),
  )
  await store.submit(contactPost('n1', { idempotency: onceKey('contact:k1', 'secret-fingerprint') }))
  await store.submit(
    contactPost('n2', {
      suspected: true,
      message: { name: 'Bob', email: 'bob@example.com', message: 'Line one\nLine two' },
    }),
  )

  const listed = await submissions(['list'])
  const rows = listed.stdout.trim().split('\n')
  expect(rows.map((row) => row.split('\t')[2])).toEqual(['demo', 'contact', 'contact'])
  const suspected = await submissions(['list', '--suspected'])
  expect(suspected.stdout).toMatch(/^\S+\t\S+\tcontact\tbob@example\.com\tBob\tsuspected\n$/u)

  const json = JSON.parse((await submissions(['export', '--format', 'json'])).stdout)
  expect(Object.keys(json)).toEqual(['waitlist', 'contact'])
  expect(json.waitlist).toMatchObject([
    {
      email: 'ada@example.com',
      firstName: 'Ada, "A"',
      companySize: '1-10',
      useCase: '',
      intent: 'demo',
      source: 'hero',
    },
  ])
  expect(json.contact[1]).toMatchObject({ name: 'Bob', message: 'Line one\nLine two', suspected: true })

  const csv = await submissions(['export'])
  expect(csv.stdout).toContain(`"ada@example.com","","Ada, ""A""","'=HYPERLINK(""http://evil"")"`)
  expect(csv.stdout).toContain('"1–10","","demo","hero",""')
  expect(csv.stdout).toContain('"Line one\nLine two"')

  const again = await submissions(['redeliver', json.contact[1].id])
  expect(again.stdout).toBe('Queued again: 2 deliveries.\n')
  expect((await submissions(['redeliver', 'nothing'])).code).toBe(1)

  const named = await submissions(['erase', 'Ada@Example.com', '--reason', 'Ada wrote'])
  expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('asked, test, spam, kept')])
  const erased = await submissions(['erase', 'Ada@Example.com', '--reason', 'test'])
  expect(erased.stdout).toBe('Erased 1 waitlist entries and 1 contact messages of that address.\n')
  for (const name of readdirSync(dataDir)) {
    const bytes = readFileSync(path.join(dataDir, name), 'latin1')
    expect(bytes, name).not.toMatch(/ada@example|secret-fingerprint/u)
  }
  expect((await submissions(['list'])).stdout.trim().split('\n')).toHaveLength(1)
  const by = { editor: userInfo().username, action: 'erase', detail: '1 entry and 1 message' }
  expect(await store.call('auditLines')).toMatchObject([{ ...by, reason: 'Test entry' }])
})

test('an export goes to a file of its own, for its owner alone', async () => {
  const out = path.join(mkdtempSync(path.join(tmpdir(), 'out-')), 'export.csv')
  const { stdout } = await submissions(['export', '--out', out])
  expect(stdout).toMatch(new RegExp(`^\\d+ submissions are in ${out}\\.\n$`, 'u'))
  expect(readFileSync(out, 'utf8')).toMatch(/^\uFEFF"form",/u)
  expect(statSync(out).mode & 0o777).toBe(0o600)
  const again = await submissions(['export', '--out', out])
  expect(again).toMatchObject({ code: 1, stderr: `The file ${out} exists already: name another one.\n` })
})

test('an export gets its name once it is whole, and refuses to run beside another to the same file', async () => {
  await store.submit(contactPost('n3'))
  const folder = mkdtempSync(path.join(tmpdir(), 'out-'))
  const out = path.join(folder, 'export.csv')
  const partial = `${out}.partial`
  writeFileSync(partial, 'half')
  expect(await submissions(['export', '--out', out])).toMatchObject({
    code: 1,
    stderr: `Another export to ${out} is under way, or one was cut off. If none is, remove ${partial}, which holds a part of it, and start again.\n`,
  })
  expect(readdirSync(folder)).toEqual(['export.csv.partial'])
  rmSync(partial)

  const seen: string[] = []
  const watcher = watch(folder, (event, name) => seen.push(`${event} ${name}`))
  onTestFinished(() => watcher.close())
  expect((await submissions(['export', '--out', out])).code).toBe(0)
  await expect.poll(() => seen).toContain('rename export.csv')
  expect(seen).toContain('change export.csv.partial')
  expect(seen).not.toContain('change export.csv')
  expect(readdirSync(folder)).toEqual(['export.csv'])
})

/** Runs an export as npm does, with more of npm's own options. */
function exportByNpm(...more: string[]) {
  return promisify(execFile)('npm', ['run', ...more, 'submissions', '--', 'export'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrlOf(dataDir) ?? '' },
    cwd: path.join(import.meta.dirname, '../../..'),
  })
}

test('an export on a full disk leaves no partial file, and says so', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-'))
  const full = newStore(folder)
  for (let n = 0; n < 150; n++) {
    const message = { name: 'Bob', email: 'bob@example.com', message: 'x'.repeat(2000) }
    await full.submit(contactPost(`long${n}`, { message }))
  }
  const out = path.join(mkdtempSync(path.join(tmpdir(), 'out-')), 'export.json')
  // In units of 512 bytes: half of what the export needs.
  const command = `ulimit -f 300; exec "${process.execPath}" "${file}" export --format json --out "${out}"`
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrlOf(folder) ?? '',
    NODE_COMPILE_CACHE: '',
  }
  const failure = await promisify(execFile)('sh', ['-c', command], { env }).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`The file ${out} can’t be written`),
  })
  expect(readdirSync(path.dirname(out))).toEqual([])
  await full.close()
})

test('an export that the database cuts off leaves no partial file, and blames no file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-'))
  const failing = newStore(folder)
  await failing.submit(contactPost('n1'))
  await failing.close()
  // Entries can be counted and read, messages counted alone.
  const change = 'alter table contact rename column id to elsewhere'
  const url = databaseUrlOf(folder)
  if (url === undefined) {
    const database = new DatabaseSync(path.join(folder, 'submissions.sqlite'))
    database.exec(change)
    database.close()
  } else {
    const client = new Client(url)
    await client.connect()
    await client.query(change)
    await client.end()
  }
  const out = path.join(mkdtempSync(path.join(tmpdir(), 'out-')), 'export.json')
  const { code, stderr } = await submissions(['export', '--format', 'json', '--out', out], folder)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The submissions in \S+: (?:SQLite|the database) says ".*\bid\b.*"\.\n$/u)
  expect(readdirSync(path.dirname(out))).toEqual([])
})

test('npm’s own lines never become part of an export', async () => {
  await expect(exportByNpm()).rejects.toMatchObject({
    stderr: expect.stringContaining('name the file with --out FILE'),
  })
  expect((await exportByNpm('--silent')).stdout).toMatch(/^\uFEFF"form",/u)
})

test('--help is answered with the usage, with success', async () => {
  const { code, stdout } = await submissions(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: npm run submissions -- COMMAND')
})

test.each([
  [[], 'Name a command.'],
  [['unknown'], 'There is no command unknown.'],
  [['constructor'], 'There is no command constructor.'],
  [['export', '--format', 'xml'], '--format must be csv or json.'],
  [['export', '--suspected', '--dead'], 'export takes no --suspected and no --dead.'],
  [['erase'], 'erase needs EMAIL.'],
  [['list', '--nonsense'], "Unknown option '--nonsense'"],
  [['list', 'what', 'else', 'then'], 'There is more than this command takes: what else then.'],
  [['redeliver'], 'redeliver takes an ID or --dead'],
  [['redeliver', '1', 'fax'], 'redeliver takes an ID or --dead'],
  [['redeliver', 'mail', 'crm', '--dead'], 'redeliver takes an ID or --dead'],
])('the arguments %j are answered with what is wrong, and the usage', async (args, sentence) => {
  const { code, stderr } = await submissions(args)
  expect(code).toBe(1)
  expect(stderr).toContain(sentence)
  expect(stderr).toContain('Usage: npm run submissions -- COMMAND')
})

test.skipIf(isOnPostgres)('a folder without submissions is named, and stays as it is', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'empty-'))
  const { code, stderr } = await submissions(['list'], empty)
  expect(code).toBe(1)
  expect(stderr).toContain(`There are no submissions in ${empty} yet`)
  expect(readdirSync(empty)).toEqual([])
})

test.skipIf(isOnPostgres)(
  'a folder that can’t be read is not taken for one without submissions',
  async () => {
    // Root reads the folders of every other user.
    const unreadable = path.join(mkdtempSync(path.join(tmpdir(), 'loop-')), 'data')
    symlinkSync(unreadable, unreadable)
    const { code, stderr } = await submissions(['list'], unreadable)
    expect([code, stderr]).toEqual([
      1,
      `The folder ${unreadable} can't be read (ELOOP): run this as the user of the server.\n`,
    ])
  },
)

test('a bar is drawn on a terminal only', () => {
  const drawn: string[] = []
  const write = (text: string) => drawn.push(text)
  const quiet = progressBar(10, { write })
  quiet.advance(10)
  quiet.end()
  expect(drawn).toEqual([])
  const bar = progressBar(10, { isTTY: true, write })
  bar.advance(5)
  bar.end()
  expect(drawn.join('')).toContain('50 % (5 of 10)')
})
