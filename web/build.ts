import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contentSource } from './content/client.ts'
import { readSnapshot, type Snapshot } from './content/snapshot.ts'
import { buildKey } from './release/build-key.ts'
import { buildPages, buildRenderer, type Renderer } from './release/bundle.ts'
import { compressFolder } from './release/compress.ts'
import { linkFaults, pageFaults } from './release/gate.ts'
import { ownImages, readImage } from './release/images.ts'
import { card, icons } from './release/pictures.ts'
import { switchTo } from './release/switch.ts'

const BEST = 11
const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: { 'if-changed': { type: 'boolean', default: false }, out: { type: 'string', default: 'dist' } },
})
const dist = path.resolve(root, options.out)
const buildFile = path.join(dist, 'build.json')

/** Builds the whole site into `dist/site`. Returns sentences that say what stopped it, or nothing. */
async function buildSite(onlyIfChanged: boolean): Promise<string[]> {
  const source = contentSource(process.env)
  if (typeof source === 'string') return [source]
  const read = await readSnapshot(source)
  if (Array.isArray(read)) return read

  const origin = publicOrigin()
  const recaptchaSiteKey = process.env['RECAPTCHA_SITE_KEY']
  const key = await buildKey(root, [origin, recaptchaSiteKey ?? '', read.stamp])
  if (onlyIfChanged && (await isBuilt(key))) return []

  const { content, sources } = ownImages(read.content)
  const snapshot: Snapshot = { ...read, content }
  const renderer = await buildRenderer(path.join(dist, 'server'))
  const staged = path.join(dist, `.staged-${process.pid}`)
  try {
    const faults = await writeRelease(staged, renderer, snapshot, sources, {
      origin,
      ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}),
    })
    if (faults.length > 0) return faults
    const id = `${new Date().toISOString().replace(/\W/g, '')}-${key}`
    await switchTo(staged, dist, id)
    await writeFile(buildFile, `${JSON.stringify({ key, release: id })}\n`)
    console.info(`Built ${id} from ${source.name} into ${path.relative(root, dist)}/site.`)
    return []
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

interface Settings {
  origin: string
  recaptchaSiteKey?: string
}

async function writeRelease(
  folder: string,
  renderer: Renderer,
  snapshot: Snapshot,
  images: ReadonlyMap<string, string>,
  settings: Settings,
): Promise<string[]> {
  const template = await buildPages(folder, (route, html) =>
    renderer.renderPage(route, snapshot, { ...settings, template: renderer.parseTemplate(html) }),
  )
  await writeFile(path.join(dist, 'server', 'template.html'), template)
  const files = renderer.renderSite(snapshot, { ...settings, template: renderer.parseTemplate(template) })
  const pages = new Map([...files].filter(([name]) => name.endsWith('.html')))
  const faults = [...pages].flatMap(([name, html]) => pageFaults(name, html))
  if (faults.length > 0) return [...faults, ...linkFaults(pages)]

  const drawn = [...renderer.pageCards(snapshot)].map(
    async ([address, text]) => [address, await card(text)] as const,
  )
  const fetched = [...images].map(async ([address, url]) => [address, await readImage(url)] as const)
  const bytes = [...files, ...(await icons()), ...(await Promise.all([...drawn, ...fetched]))]
  await Promise.all(bytes.map(([name, data]) => put(path.join(folder, name), data)))
  await compressFolder(folder, BEST)
  return linkFaults(pages)
}

async function put(file: string, data: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, data)
}

function publicOrigin(): string {
  const configured = process.env['SITE_URL']
  if (configured) return configured.replace(/\/+$/, '')
  console.warn('SITE_URL is not set: canonical addresses and cards point to http://127.0.0.1:3000.')
  return 'http://127.0.0.1:3000'
}

async function isBuilt(key: string): Promise<boolean> {
  const last = await readFile(buildFile, 'utf8').catch(() => '{}')
  const complete = await access(path.join(dist, 'site', 'index.html')).then(
    () => true,
    () => false,
  )
  return complete && (JSON.parse(last) as { key?: string }).key === key
}

const faults = await buildSite(options['if-changed'])
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
