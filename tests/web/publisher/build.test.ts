import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromFault } from '../../../api/contract/redirect-paths.ts'
import { HOST_FILES } from '../../../api/contract/site-headers.ts'
import { clientOf, root, startLake } from '../../support/lake.ts'

// A build compresses as hard as it can, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

let lake: Awaited<ReturnType<typeof startLake>>
let out: string

beforeAll(async () => {
  lake = await startLake()
  out = await mkdtemp(path.join(tmpdir(), 'dist-'))
})

afterAll(async () => {
  await lake.close()
  await rm(out, { recursive: true, force: true })
})

function build(
  url = lake.url,
  more: string[] = [],
  site = 'https://site.example',
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['web/publisher/build.ts', '--out', out, ...more], {
    cwd: root,
    env: { ...process.env, LAKE_URL: url, SITE_URL: site, NODE_ENV: 'production', ...env },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said }))
  })
}

async function hashes(): Promise<Map<string, string>> {
  const site = path.join(out, 'site')
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const hashed = files.map(async (file) => {
    const bytes = await readFile(file)
    return [path.relative(site, file), createHash('sha256').update(bytes).digest('hex')] as const
  })
  return new Map(await Promise.all(hashed))
}

function home(): Promise<string> {
  return readFile(path.join(out, 'site/index.html'), 'utf8')
}

/** Paths of the assets that the home page asks for. */
async function assetsOfHome(which = /./u): Promise<string[]> {
  const named = [...(await home()).matchAll(/\s(?:src|href)="(\/assets\/[^"]+)"/gu)].map(
    ([, file = '']) => file,
  )
  return named.filter((file) => which.test(file))
}

/** A build that runs after this loses its power once the renderer is in place, and the script of previews is not. */
const DIES_BEFORE_PREVIEW = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { rename } = fs.promises
  fs.promises.rename = (from, to) => {
    if (to.endsWith('/preview')) process.kill(process.pid, 'SIGKILL')
    return rename(from, to)
  }
  syncBuiltinESMExports()
`

const client = () => clientOf(lake.url)

describe('a build', () => {
  test('changes the page of a changed document and nothing else', async () => {
    const first = await build()
    expect(first.code).toBe(0)
    expect(first.said, 'a public site says what still stands in').toContain(
      'In the settings, “Addresses › LinkedIn”: A placeholder',
    )
    const before = await hashes()
    await client().patch('about').set({ lead: 'Companies lack output that somebody will sign.' }).commit()
    expect(await build()).toMatchObject({ code: 0 })
    const after = await hashes()

    const changed = [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file)
    expect(changed.toSorted()).toEqual(['about.html', 'about.html.br', 'release.json'])
    expect([...before.keys()].filter((file) => !after.has(file))).toEqual([])
    const page = await readFile(path.join(out, 'site/about.html'), 'utf8')
    expect(page).toContain('Companies lack output that somebody will sign.')
  })

  test('has no file beside its pages from which a redirect could be written', async () => {
    const served = [...(await hashes()).keys()].filter(
      (name) => !/\.(?:html|br)$/u.test(name) && !HOST_FILES.has(name) && name !== '.fast',
    )
    expect(served).toContain('robots.txt')
    expect(served.filter((name) => fromFault(`/${name}`) === undefined)).toEqual([])
  })

  test('makes anew what a power cut left of its files, and names them', async () => {
    const before = await hashes()
    const record = JSON.parse(await readFile(path.join(out, 'build.json'), 'utf8')) as object
    expect(record).toMatchObject({ settings: { origin: 'https://site.example' } })
    const id = path.basename(await readlink(path.join(out, 'site')))
    const cut = [
      'build.json',
      `manifests/${id}.json`,
      'server/template.html',
      'good/home.json',
      'site/tos.html',
    ]
    for (const name of cut) await truncate(path.join(out, name), 40)
    const { code, said } = await build(lake.url, ['--if-changed'])
    expect(code).toBe(0)
    expect(said).toContain('build.json can')
    expect(said).toContain('good/home.json can')
    const after = await hashes()
    const changed = [...before].filter(([file, hash]) => after.get(file) !== hash).map(([file]) => file)
    expect(changed).toEqual(['release.json'])
    expect(await readFile(path.join(out, 'server/template.html'), 'utf8')).toMatch(/<\/html>\s*$/u)
    expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])

    // Nothing is cut now, so nothing is made.
    const link = await readlink(path.join(out, 'site'))
    expect(await build(lake.url, ['--if-changed'])).toMatchObject({ code: 0 })
    expect(await readlink(path.join(out, 'site'))).toBe(link)
  })

  test('that stops before its release is written leaves site and programs as they were', async () => {
    const programs = async () => {
      const names = ['server/publish.js', 'server/template.html', 'preview/client.js', 'build.json', 'site']
      return Promise.all(names.map(async (name) => (await stat(path.join(out, name))).ino))
    }
    const before = await programs()
    // As a disk that is full by then: the manifest can't be written.
    const manifests = path.join(out, 'manifests')
    await rename(manifests, `${manifests}-before`)
    await writeFile(manifests, '')
    expect(await build()).toMatchObject({ code: 1 })
    expect(await programs()).toEqual(before)
    await rm(manifests)
    await rename(`${manifests}-before`, manifests)
  })

  test('is made anew for the settings of before where one of others died while it replaced the programs', async () => {
    const died = await build(lake.url, [], 'https://other.example', {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DIES_BEFORE_PREVIEW)}`,
    })
    expect(died.code).toBe(null)
    expect(await home()).toContain('<link rel="canonical" href="https://other.example/"/>')
    expect(await build(lake.url, ['--if-changed'])).toMatchObject({ code: 0 })
    expect(await home()).toContain('<link rel="canonical" href="https://site.example/"/>')
  })

  test('is made anew where a restore brought the releases of an earlier build', async () => {
    const id = path.basename(await readlink(path.join(out, 'site')))
    const earlier = id.replace(/^\d+/u, '20200101')
    const manifest = JSON.parse(await readFile(path.join(out, `manifests/${id}.json`), 'utf8')) as object
    await rename(path.join(out, 'releases', id), path.join(out, 'releases', earlier))
    await rm(path.join(out, `manifests/${id}.json`))
    await writeFile(
      path.join(out, `manifests/${earlier}.json`),
      JSON.stringify({ ...manifest, id: earlier, build: 'earlier' }),
    )
    await rm(path.join(out, 'site'))
    await symlink(path.join('releases', earlier), path.join(out, 'site'))
    // Its pages asked for scripts of their own.
    const [script = ''] = await assetsOfHome(/\.js$/u)
    await rm(path.join(out, 'site', script))

    expect(await build(lake.url, ['--if-changed'])).toMatchObject({ code: 0 })
    const named = await assetsOfHome()
    expect(named).toContain(script)
    expect(named.filter((file) => !existsSync(path.join(out, 'site', file)))).toEqual([])
  })

  test('refuses to name this machine in pages for others, unless they are for this machine', async () => {
    const { code, said } = await build(lake.url, [], 'http://127.0.0.1:3000')
    expect(code).toBe(1)
    expect(said).toContain('lead to http://127.0.0.1:3000, which only this machine can reach: set SITE_URL')
    const local = await build('http://127.0.0.1:9', ['--local'], '')
    expect(local.said).not.toContain('SITE_URL')
  })

  test('answers an unknown argument with its usage', async () => {
    const { code, said } = await build(lake.url, ['--foo'])
    expect(code).toBe(1)
    expect(said).toMatch(/^Unknown option '--foo'[^]*Usage: npm run build/)
    expect(said).not.toMatch(/^\s+at /m)
  })

  test('names the source that it cannot reach, and leaves the site as it was', async () => {
    const before = await hashes()
    const { code, said } = await build('http://127.0.0.1:9')
    expect(code).toBe(1)
    expect(said).toContain('Could not read the content lake at http://127.0.0.1:9')
    expect(await hashes()).toEqual(before)
  })

  test('names the document that is missing and the field that is empty', async () => {
    const before = await hashes()
    const about = await client().getDocument('about')
    await client().delete('about')
    const missing = await build()
    expect(missing.code).toBe(1)
    expect(missing.said).toContain('The document About is missing.')
    if (!about) throw new Error('The launch content has no about page.')
    await client().create({ ...about, title: '' })
    const empty = await build()
    expect(empty.code).toBe(1)
    expect(empty.said).toContain('about.title: “Heading” is empty.')
    expect(await hashes()).toEqual(before)
    await client().createOrReplace(about)
  })

  test('uses the public origin in addresses that leave the site', async () => {
    const page = await readFile(path.join(out, 'site/platform.html'), 'utf8')
    expect(page).toContain('<link rel="canonical" href="https://site.example/platform"/>')
    expect(await readFile(path.join(out, 'site/sitemap.xml'), 'utf8')).toContain('https://site.example/tos')
    for (const file of [
      'sitemap.xml',
      'llms.txt',
      'robots.txt',
      'site.webmanifest',
      '.well-known/security.txt',
    ])
      expect(await readFile(path.join(out, 'site', file), 'utf8'), file).not.toContain('example.com')
    const [head] = (await home()).split('<body')
    expect(head).not.toContain('example.com')
  })
})

describe('an empty source', () => {
  test('stops the build with a sentence that says what to do', async () => {
    await client().delete({
      query:
        '*[_type in ["settings", "redirects", "home", "platform", "about", "contact", "notFound", "legalPage", "faqGroup", "example", "integration", "pillar", "step"]]',
    })
    const { code, said } = await build()
    expect(code).toBe(1)
    expect(said).toContain('holds no documents of this site, not even “settings”')
  })
})
