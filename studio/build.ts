import { access, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bundleStudio } from './build/bundle.ts'
import { compressFolder } from './build/compress.ts'
import { flushFolder, writeDurably } from './build/durable.ts'
import { buildKey, keyIn } from './build/key.ts'
import { putInPlace } from './build/place.ts'

/** Quality 5 of 11 costs a second and 8 % more bytes; the best would cost half a minute of every first start. */
const BROTLI_QUALITY = 5

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
  const key = await buildKey(root, settings)
  if (options['if-changed'] && (await isBuilt(key))) return

  const staged = path.join(dist, `.studio-${process.pid}`)
  try {
    await bundleStudio({ root, out: staged, settings })
    await compressFolder(staged, BROTLI_QUALITY)
    await flushFolder(staged)
    await putInPlace(staged, dist, key)
    await writeDurably(keyFile, `${JSON.stringify({ key })}\n`)
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
  console.info(
    `Built the Studio for ${project.projectId ? `project ${project.projectId}` : 'local content'}.`,
  )
}

async function isBuilt(key: string): Promise<boolean> {
  const last = await readFile(keyFile, 'utf8').catch(() => undefined)
  if (last === undefined || keyIn(last, keyFile) !== key) return false
  return access(path.join(dist, 'studio', 'index.html')).then(
    () => true,
    () => false,
  )
}

await buildStudio()
