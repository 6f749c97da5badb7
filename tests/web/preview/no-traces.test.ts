import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientOf, root, startLake } from '../../support/lake.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const SECRET = 'Nobody but editors knows of this'
/** What only previews have: attributes, elements, addresses, packages, marks. */
const TRACES = [
  'data-sanity',
  'preview-bar',
  '/preview/',
  'visual-editing',
  'idiomorph',
  'sanity-preview',
  SECRET,
]

let lake: Awaited<ReturnType<typeof startLake>>
let out: string

beforeAll(async () => {
  lake = await startLake()
  await mkdir(path.join(root, 'var'), { recursive: true })
  out = await mkdtemp(path.join(root, 'var/dist-'))
  const client = clientOf(lake.url, { perspective: 'raw' })
  const about = await client.getDocument('about')
  if (!about) throw new Error('The launch content has no about page.')
  await client.create({ ...about, _id: 'drafts.about', title: SECRET })
})

afterAll(async () => {
  await lake.close()
  await rm(out, { recursive: true, force: true })
})

test('a release holds no byte of previews, of drafts or of edit attributes', async () => {
  const child = spawn(process.execPath, ['web/publisher/build.ts', '--out', out], {
    cwd: root,
    env: { ...process.env, LAKE_URL: lake.url, SITE_URL: 'https://site.example', NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)

  const site = path.join(out, 'site')
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      return [
        path.relative(site, file),
        (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString(),
      ] as const
    }),
  )
  expect(texts.length).toBeGreaterThan(50)
  expect(
    texts.filter(([, text]) => TRACES.some((trace) => text.includes(trace))).map(([name]) => name),
  ).toEqual([])
  const pages = texts.filter(([name]) => name.endsWith('.html'))
  expect(pages.filter(([, text]) => /[\uE000-\uF8FF]/.test(text)).map(([name]) => name)).toEqual([])
})
