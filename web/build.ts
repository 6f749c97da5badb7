import { access, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contentSource } from './content/client.ts'
import { createReader, type Documents } from './content/documents.ts'
import { buildPreviewClient } from './preview/bundle.ts'
import { buildKey } from './release/build-key.ts'
import { buildPages, buildRenderer } from './release/bundle.ts'
import { compressFolder } from './release/compress.ts'
import { keepGood, readGood } from './release/good.ts'
import { pageFile } from './release/page-file.ts'
import { card, icons } from './release/pictures.ts'
import { clearStages, linkFolder, replaceFile } from './release/stage.ts'
import { currentFolder, switchTo } from './release/switch.ts'
import { writeImages } from './release/write.ts'
import type { SoundSite } from './sound.ts'

const root = path.join(import.meta.dirname, '..')
const { values: given } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    out: { type: 'string', default: process.env['DIST_DIR'] || 'dist' },
  },
})
const dist = path.resolve(root, given.out)
const buildFile = path.join(dist, 'build.json')

/**
 * Builds the whole site into `dist/site`. With `onlyIfChanged`, a site of the same code is left to the server,
 * which publishes into it what content changed. Returns sentences that say what stopped it, or nothing.
 */
async function buildSite(onlyIfChanged: boolean): Promise<string[]> {
  const source = contentSource(process.env)
  if (typeof source === 'string') return [source]
  const origin = publicOrigin()
  const recaptchaSiteKey = process.env['RECAPTCHA_SITE_KEY']
  const key = await buildKey(root, [origin, recaptchaSiteKey ?? '', source.name.replace(/:\d+$/, '')])
  if (onlyIfChanged && (await isBuilt(key))) return []

  const fresh = await createReader(source)()
  if (typeof fresh === 'string') return [fresh]
  if (![...fresh.values()].some(({ _type }) => !_type.startsWith('sanity.')))
    return [
      `${source.name} holds no documents of this site, not even “settings”. Import the launch content from studio/seed, then build again.`,
    ]

  await clearStages(dist)
  const good = await readGood(dist)
  const renderer = await buildRenderer(path.join(dist, 'server'))
  await buildPreviewClient(root, path.join(dist, 'preview'))
  const staged = path.join(dist, `.staged-${process.pid}`)
  // Who builds by hand is there to mend what is wrong; a server that starts has visitors waiting.
  const standIns: Documents = onlyIfChanged ? good : new Map()
  const settings = { origin, ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}) }
  try {
    const { html, site } = await drawPages(staged, (built) => {
      const options = { ...settings, template: renderer.parseTemplate(built) }
      return renderer.drawSound(fresh, standIns, (snapshot) => renderer.drawSite(snapshot, options))
    })
    if (Array.isArray(site)) return site.map((fault) => `In ${source.name}: ${fault}`)
    await writeFile(path.join(dist, 'server/template.html'), html)
    for (const { _id, faults } of site.held)
      console.warn(`“${_id}” is shown as it was before: ${faults.map(({ sentence }) => sentence).join(' ')}`)

    const { snapshot, drawing, documents, held } = site
    const cards = [...renderer.cardsOf(snapshot)].map(
      async ([name, text]) => [name, await card(text)] as const,
    )
    const files = [...drawing.files, ...(await icons()), ...(await Promise.all(cards))]
    await Promise.all(files.map(([name, data]) => replaceFile(path.join(staged, name), data)))
    await writeImages(staged, drawing.pages, documents)
    await compressFolder(staged)
    const before = await currentFolder(dist)
    // A tab that was opened before still asks for the assets of then.
    if (before) await linkFolder(path.join(before, 'assets'), path.join(staged, 'assets'))
    const manifest = renderer.manifestOf(key, snapshot, drawing, held)
    await switchTo(staged, dist, manifest)
    await keepGood(dist, documents, good)
    await writeFile(buildFile, `${JSON.stringify({ key, release: manifest.id })}\n`)
    console.info(`Built ${manifest.id} from ${source.name} into ${path.relative(root, dist)}/site.`)
    return []
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

interface DrawnSite {
  html: string
  site: SoundSite | string[]
}

/** Draws all pages with the first of them, when the template is known. */
async function drawPages(staged: string, draw: (html: string) => SoundSite | string[]): Promise<DrawnSite> {
  const drawn: DrawnSite = { html: '', site: ['The build has no routes.'] }
  await buildPages(staged, (route, html) => {
    if (drawn.html === '') Object.assign(drawn, { html, site: draw(html) })
    return Array.isArray(drawn.site) ? '' : (drawn.site.drawing.files.get(pageFile(route)) ?? '')
  })
  return drawn
}

function publicOrigin(): string {
  const configured = process.env['SITE_URL']
  if (configured) return configured.replace(/\/+$/, '')
  console.warn('SITE_URL is not set: canonical addresses and cards point to http://127.0.0.1:3000.')
  return 'http://127.0.0.1:3000'
}

async function isBuilt(key: string): Promise<boolean> {
  const last = await readFile(buildFile, 'utf8').catch(() => '{}')
  const complete = await access(path.join(dist, 'site', 'release.json')).then(
    () => true,
    () => false,
  )
  return complete && (JSON.parse(last) as { key?: string }).key === key
}

const faults = await buildSite(given['if-changed'])
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
