import { access, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildKey } from '../web/publisher/build-key.ts'
import { compressFolder } from '../web/publisher/release/compress.ts'
import { flushFolder, isRecord, readWhole, writeDurably } from '../web/publisher/release/durable.ts'

/** Quality 5 of 11 costs a second and 8 % more bytes; the best would cost half a minute of every first start. */
const BROTLI_QUALITY = 5

/** What the Studio is built from: its folder, the contract, what a link may be, and what fields are called. */
const SOURCES = [
  'studio',
  'api/contract',
  'web/content/link.ts',
  'web/content/field-words.ts',
  'web/content/titles.generated.json',
  'sanity.config.ts',
  'package-lock.json',
]

/** None of these is bundled, so a change in them asks for no new Studio. */
const NOT_BUNDLED = /^(?:lake|cli|seed)\//

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    /** Adds the query tool. */
    dev: { type: 'boolean', default: false },
  },
})
const dist = path.resolve(root, process.env['DIST_DIR'] || 'dist')
const keyFile = path.join(dist, 'studio.json')

/** Builds the Studio into `studio` below DIST_DIR, which turns to the new one in one step. */
async function buildStudio(): Promise<void> {
  const project = { projectId: process.env['SANITY_PROJECT_ID'], dataset: process.env['SANITY_DATASET'] }
  const settings = {
    ...project,
    site: process.env['SITE_URL'],
    tools: options.dev ? 'development' : 'production',
  }
  const key = await buildKey(root, { from: SOURCES, except: NOT_BUNDLED, settings })
  if (options['if-changed'] && (await isBuilt(key))) return

  // The bundler takes a third of a second to load, which a start with nothing to build does not have to wait for.
  const { bundleStudio } = await import('./build/bundle.ts')
  const staged = path.join(dist, `.studio-${process.pid}`)
  try {
    await bundleStudio({ root, out: staged, settings })
    await compressFolder(staged, BROTLI_QUALITY)
    await flushFolder(staged)
    await putInPlace(staged, key)
    await writeDurably(keyFile, `${JSON.stringify({ key })}\n`)
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
  console.info(
    `Built the Studio for ${project.projectId ? `project ${project.projectId}` : 'local content'}.`,
  )
}

async function isBuilt(key: string): Promise<boolean> {
  const last = await readWhole(keyFile, isRecord)
  if (last?.['key'] !== key) return false
  return access(path.join(dist, 'studio', 'index.html')).then(
    () => true,
    () => false,
  )
}

/**
 * Moves a finished folder to `studios/<key>` below `dist` and turns `studio` there to it, so that a browser gets the
 * files of one Studio, never of two. Earlier ones go: an open tab loads its parts from the cache or reloads.
 */
async function putInPlace(staged: string, key: string): Promise<void> {
  const studios = path.join(dist, 'studios')
  const target = path.join(studios, key)
  await mkdir(studios, { recursive: true })
  await rm(target, { recursive: true, force: true })
  await rename(staged, target)
  const link = path.join(dist, `.studio-link-${process.pid}`)
  await symlink(path.relative(dist, target), link)
  await rename(link, path.join(dist, 'studio'))
  const others = (await readdir(studios)).filter((name) => name !== key)
  await Promise.all(others.map((name) => rm(path.join(studios, name), { recursive: true, force: true })))
}

await buildStudio()
