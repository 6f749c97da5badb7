import { spawn } from 'node:child_process'
import { mkdtemp, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, root, startLake } from '../../support/lake.ts'

test('a site that is built outside of the checkout has its pictures', async () => {
  const lake = await startLake()
  const out = await mkdtemp(path.join(tmpdir(), 'dist-'))
  try {
    const dot = { width: 40, height: 40, channels: 3 as const, background: '#c30' }
    const client = clientOf(lake.url)
    const picture = await client.assets.upload('image', await sharp({ create: dot }).png().toBuffer())
    await client.patch('integration-slack').set({ 'logo.asset._ref': picture._id }).commit()
    expect(await build(out, lake.url)).toEqual({ code: 0, said: '' })
    const home = await readFile(path.join(out, 'site/index.html'), 'utf8')
    expect(home).toContain(`/assets/pictures/${picture.sha1hash}-`)

    // As where another checkout of the same version takes over, and the one that built is gone.
    const [link, release] = [path.join(out, 'server/node_modules'), await readlink(path.join(out, 'site'))]
    await rm(link)
    await symlink(path.join(out, 'gone'), link)
    expect(await build(out, lake.url, '--if-changed')).toEqual({ code: 0, said: '' })
    expect(await readlink(link)).toBe(await realpath(path.join(root, 'node_modules')))
    expect(await readlink(path.join(out, 'site'))).toBe(release)
  } finally {
    await lake.close()
    await rm(out, { recursive: true, force: true })
  }
}, 180_000)

function build(out: string, lake: string, ...more: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['web/publisher/build.ts', '--local', '--out', out, ...more], {
    cwd: root,
    env: { ...process.env, LAKE_URL: lake, SITE_URL: '', NODE_ENV: 'production' },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said }))
  })
}
