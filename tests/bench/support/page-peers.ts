import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '../../../web/content/content.ts'
import { root } from '../../support/lake.ts'
import { run } from './build-peers.ts'

/** A site of another framework, built. */
export interface BuiltPeer {
  name: string
  folder: string
}

interface PagePeer {
  name: string
  folder: string
  command: readonly [string, ...string[]]
  out: string
}

const PEERS = path.join(root, 'tests/bench/peers')
const FONT =
  'node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2'

const peers: readonly PagePeer[] = [
  {
    name: 'vite-react-ssg, hydrated',
    folder: 'vite-react-ssg',
    command: ['vite-react-ssg', 'build'],
    out: 'dist',
  },
  { name: 'Astro with islands', folder: 'astro', command: ['astro', 'build'], out: 'dist' },
  { name: 'Next.js, static export', folder: 'next', command: ['next', 'build'], out: 'out' },
]

/** What each page needs of the content: no peer ships another page's copy. */
const needed = {
  home: [
    'hero',
    'whyNow',
    'howItWorks',
    'cal',
    'demo',
    'features',
    'roi',
    'integrations',
    'security',
    'faq',
    'closing',
    'settings',
  ],
  platform: ['platform', 'howItWorks', 'features', 'settings'],
  contact: ['contact', 'settings'],
  privacy: ['legalPages', 'settings'],
} as const satisfies Record<string, readonly (keyof Content)[]>

/**
 * Installs and builds the same pages in other frameworks, with the product's own sections as their components. What
 * could not be installed or built is said, and left out.
 */
export async function buildPagePeers(content: Content): Promise<BuiltPeer[]> {
  const built: BuiltPeer[] = []
  for (const peer of peers) {
    const fault = await build(peer, content)
    if (fault === undefined) built.push({ name: peer.name, folder: path.join(PEERS, peer.folder, peer.out) })
    else console.warn(`${peer.name} is left out: ${fault}`)
  }
  return built
}

async function build(
  { folder: name, command, out }: PagePeer,
  content: Content,
): Promise<string | undefined> {
  const folder = path.join(PEERS, name)
  if (existsSync(path.join(folder, 'package.json')) && !existsSync(path.join(folder, 'node_modules'))) {
    // The product's React, styled-components and gsap are those of the pages, too.
    // Not `ci`: npm 11 refuses a lock that lacks optional packages of other systems, which it wrote so itself.
    const { status, stderr } = spawnSync(
      'npm',
      ['install', '--legacy-peer-deps', '--no-audit', '--no-fund'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    if (status !== 0) return stderr.trim().split('\n')[0]
  }
  await mkdir(path.join(folder, 'content'), { recursive: true })
  await mkdir(path.join(folder, 'public'), { recursive: true })
  await copyFile(path.join(root, FONT), path.join(folder, 'public/font.woff2'))
  for (const [page, keys] of Object.entries(needed)) {
    const part: Partial<Content> = Object.fromEntries(keys.map((key) => [key, content[key]]))
    if (page === 'privacy')
      part.legalPages = { privacy: content.legalPages['privacy'] } as Content['legalPages']
    await writeFile(path.join(folder, 'content', `${page}.json`), JSON.stringify(part))
  }
  await rm(path.join(folder, out), { recursive: true, force: true })
  const [file, ...args] = command
  const own = path.join(folder, 'node_modules/.bin', file)
  const program = existsSync(own) ? own : path.join(root, 'node_modules/.bin', file)
  const { code, said } = await run([program, ...args], folder)
  return code === 0 ? undefined : said.trim().slice(-1_000)
}
