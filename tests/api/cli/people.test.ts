import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { personSessions } from '../../../api/people/sessions.ts'
import { databaseUrlOf, isOnPostgres } from '../support/database.ts'
import { newStore } from '../support/stores.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 120_000 })

const LAKE_TOKEN = 'a token of sixteen and more'
const dataDir = mkdtempSync(path.join(tmpdir(), 'people-'))
const store = newStore(dataDir)
afterAll(() => store.close())

const file = path.join(import.meta.dirname, '../../../api/cli/people.ts')

/**
 * Runs the command beside the open store, as it runs beside a server.
 * @param to where a shell sends what it says
 */
function people(args: string[], settings: Record<string, string> = { LAKE_TOKEN }, to = '&1') {
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>()
  const own = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrlOf(dataDir) ?? '',
    SITE_URL: 'https://cal.example',
  }
  const env = { ...process.env, ...own, LAKE_TOKEN: '', ...settings }
  const shell = ['-c', `exec "$0" "$@" >${to}`, process.execPath, file, ...args]
  execFile('sh', shell, { env }, (error, stdout, stderr) =>
    resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
  )
  return promise
}

test('people are invited, listed, given a role, revoked and erased beside a server', async () => {
  const invited = await people(['invite', 'Ada@example.com', 'Ada Lovelace', '--administrator'])
  expect(invited, invited.stderr).toMatchObject({ code: 0 })
  const link = /^https:\/\/cal\.example\/api\/sign-in\/link#(\S{43})$/mu.exec(invited.stdout)
  const sessions = personSessions(store.call, LAKE_TOKEN)
  const session = await sessions.start(link?.[1] ?? '')
  expect(session?.person).toMatchObject({ name: 'Ada Lovelace', role: 'administrator' })

  await people(['invite', 'bob@example.com', 'Bob'])
  const last = await people(['revoke', 'ada@example.com'])
  expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('last administrator') })
  expect((await people(['role', 'bob@example.com', 'administrator'])).code).toBe(0)
  expect((await people(['revoke', 'ada@example.com'])).code).toBe(0)
  expect(await sessions.personOf(`person_session=${session?.id}`)).toBeUndefined()
  const listed = (await people(['list'])).stdout
  expect(listed).toMatch(/^ada@example\.com\tAda Lovelace\tadministrator\trevoked /mu)
  expect(listed).toMatch(/^bob@example\.com\tBob\tadministrator\tnever signed in$/mu)
  expect((await people(['erase', 'ada@example.com'])).code).toBe(0)
  expect((await people(['list'])).stdout).not.toContain('ada@example.com')
  const [line] = await store.call('auditLines')
  expect(line).toMatchObject({ editor: userInfo().username, action: 'people' })
})

test('a domain in other scripts is stored as mail servers know it, however it is typed or copied', async () => {
  const invited = await people(['invite', 'Dana@MÜLLER.example', 'Dana'])
  expect(invited, invited.stderr).toMatchObject({ code: 0 })
  expect((await people(['list'])).stdout).toMatch(/^dana@xn--mller-kva\.example\tDana\t/mu)
  for (const typed of [
    'dana@müller.example',
    'dana@xn--mller-kva.example',
    '\u202Adana@müller.example\u202C',
  ])
    expect(await people(['link', typed])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Dana signs in once'),
    })
})

test.skipIf(!existsSync('/dev/full'))('a list that a full disk did not take is no success', async () => {
  expect(await people(['list'], { LAKE_TOKEN }, '/dev/full')).toEqual({ code: 1, stdout: '', stderr: '' })
})

test.skipIf(isOnPostgres)('a look creates no store in a folder without one', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'empty-'))
  expect(await people(['list'], { LAKE_TOKEN, DATA_DIR: empty })).toMatchObject({
    code: 1,
    stderr: `There are no people in ${empty} yet: set DATA_DIR or DATABASE_URL as the server has it.\n`,
  })
  expect(readdirSync(empty)).toEqual([])
  // The first invitation may come before the first start.
  const args = ['invite', 'ada@example.com', 'Ada', '--administrator']
  expect(await people(args, { LAKE_TOKEN, DATA_DIR: empty })).toMatchObject({ code: 0 })
})

test('a mistake is explained in a sentence, and changes nothing', async () => {
  for (const [args, sentence, settings] of [
    [['invite', 'no address', 'Cay'], 'not an email address'],
    [['link', 'cay@example.com'], 'Nobody has this address'],
    [['role', 'bob@example.com', 'king'], 'A role is one of'],
    [['list'], 'set LAKE_TOKEN', {}],
    [['list'], 'sanity.io/manage', { SANITY_PROJECT_ID: 'p1', SANITY_DATASET: 'production' }],
    [['toast'], 'There is no command toast.'],
    [['role', 'bob@example.com'], 'role needs administrator or editor.'],
    [['link', 'bob@example.com', '--administrator'], 'link takes no --administrator.'],
    [[], 'Usage:'],
  ] as const)
    expect(await people([...args], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(sentence),
    })
})
