import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startLake } from '../../studio/lake/fixture.ts'
import { newFolder, removeFolders, run } from '../support/backups.ts'

// Commands start, on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

afterAll(removeFolders)

const TOKEN = 'a-token-that-nobody-guesses'

async function isSignedIn(url: string, cookie: string): Promise<boolean> {
  return (await fetch(`${url}/v1/users/me`, { headers: { cookie } })).ok
}

test('who was signed in with the token at the backup is not after a restore, and signs in again', async () => {
  const from = newFolder()
  const before = await startLake({ token: TOKEN, dataDir: path.join(from, 'data') })
  const signIn = async (url: string) => {
    const body = new URLSearchParams({ token: TOKEN })
    const done = await fetch(`${url}/v1/auth/login/token`, { method: 'POST', redirect: 'manual', body })
    return done.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const cookie = await signIn(before.url)
  expect(await isSignedIn(before.url, cookie)).toBe(true)
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })

  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  const { url } = await startLake({ token: TOKEN, dataDir: path.join(to, 'data') })
  expect(await isSignedIn(url, cookie)).toBe(false)
  expect(await isSignedIn(url, await signIn(url))).toBe(true)
})
