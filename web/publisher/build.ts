import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contentSource } from '../content/client.ts'
import { createReader, type Documents } from '../content/documents.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { buildPreviewClient } from '../preview/bundle.ts'
import { buildKey } from './build-key.ts'
import { buildPages, buildRenderer } from './bundle.ts'
import { compressFolder } from './release/compress.ts'
import { flushFolder, isRecord, readWhole, writeDurably } from './release/durable.ts'
import { keepGood, readGood } from './release/last-good.ts'
import { pageFile } from './release/page-file.ts'
import { keepManifest } from './release/manifest-files.ts'
import { card, icons } from './pictures/pictures.ts'
import { createPictureReader } from './pictures/read-pictures.ts'
import { clearStages, discard, linkFolder, putInPlace, replaceFile, stagedFolder } from './release/stage.ts'
import { currentFolder, newestRelease, switchTo } from './release/switch.ts'
import { isSiteWhole } from './release/whole.ts'
import { writePictures } from './pictures/write-pictures.ts'

/** What a site is built from besides its content: the contract has rules that pages are checked by. */
const SOURCES = ['web', 'api/contract', 'vite.config.ts', 'package-lock.json']

const root = path.join(import.meta.dirname, '../..')
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
  const stamp = [origin, recaptchaSiteKey ?? '', source.name.replace(/:\d+$/, '')]
  const key = await buildKey(root, { from: SOURCES, settings: stamp })
  if (onlyIfChanged && (await isBuilt(key))) return []

  const fresh = await createReader(source)()
  if (typeof fresh === 'string') return [fresh]
  if (![...fresh.values()].some(({ _type }) => !_type.startsWith('sanity.')))
    return [
      `${source.name} holds no documents of this site, not even “settings”. Import the launch content from studio/seed, then build again.`,
    ]

  await clearStages(dist)
  const good = await readGood(dist)
  const staged = stagedFolder(dist, 'site')
  // What draws the site that is served stays until there is another one: a disk can be full by then.
  const programs = ['server', 'preview'] as const
  const [server, preview] = programs.map((name) => stagedFolder(dist, name)) as [string, string]
  // Who builds by hand is there to mend what is wrong; a server that starts has visitors waiting.
  const standIns: Documents = onlyIfChanged ? good : new Map()
  const before = await currentFolder(dist)
  const pictures = await createPictureReader(source)([fresh, standIns], before)
  const settings = { origin, ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}) }
  try {
    const renderer = await buildRenderer(server)
    await buildPreviewClient(root, preview)
    // Which content there is a site of is known once it was drawn, with the addresses that files have unbuilt.
    const unbuilt = await readFile(path.join(root, 'web/index.html'), 'utf8')
    const draft = { ...settings, template: renderer.parseTemplate(unbuilt) }
    const draw = (snapshot: Snapshot) => renderer.drawSite(snapshot, draft)
    const site = await renderer.drawSound(fresh, standIns, draw, undefined, pictures.broken)
    if (Array.isArray(site)) return site.map((fault) => `In ${source.name}: ${fault}`)
    const { snapshot, drawing, documents, held } = site
    const routes = new Map(renderer.routesOf(snapshot.content).map((route) => [route.path, route]))
    let template = ''
    await buildPages(staged, snapshot.content, (page, rendered, built) => {
      template = built
      const route = routes.get(page)
      const record = drawing.pages[page]
      if (!route || !record) throw new Error(`vite-react-ssg rendered ${page}, which is no route.`)
      const options = { ...settings, template: renderer.parseTemplate(built) }
      return renderer.wholePage(route, snapshot.content, record, rendered, options)
    })
    await writeFile(path.join(server, 'template.html'), template)
    for (const { _id, faults } of site.held)
      console.warn(`“${_id}” is shown as it was before: ${faults.map(({ sentence }) => sentence).join(' ')}`)

    const cards = [...renderer.cardsOf(snapshot)].map(
      async ([name, text]) => [name, await card(text)] as const,
    )
    const drawn = new Set(drawing.drawn.map(pageFile))
    const forMachines = [...drawing.files].filter(([name]) => !drawn.has(name))
    const files = [...forMachines, ...(await icons()), ...(await Promise.all(cards))]
    await Promise.all(files.map(([name, data]) => replaceFile(path.join(staged, name), data)))
    await writePictures(staged, drawing.pages, pictures)
    await compressFolder(staged)
    // A tab that was opened before still asks for the assets of then.
    if (before) await linkFolder(path.join(before, 'assets'), path.join(staged, 'assets'))
    const manifest = renderer.manifestOf(key, snapshot, drawing, held, await newestRelease(dist))
    for (const folder of [staged, server, preview]) await flushFolder(folder)
    for (const name of programs) await putInPlace(stagedFolder(dist, name), path.join(dist, name))
    await keepManifest(dist, manifest)
    await switchTo(staged, dist, manifest)
    await keepGood(dist, documents, good)
    await writeDurably(buildFile, `${JSON.stringify({ key, release: manifest.id, source: source.name })}\n`)
    console.info(`Built ${manifest.id} from ${source.name} into ${path.relative(root, dist)}/site.`)
    return []
  } finally {
    for (const folder of [staged, server, preview]) await discard(folder)
  }
}

function publicOrigin(): string {
  const configured = process.env['SITE_URL']
  if (configured) return configured.replace(/\/+$/, '')
  console.warn('SITE_URL is not set: canonical addresses and cards point to http://127.0.0.1:3000.')
  return 'http://127.0.0.1:3000'
}

async function isBuilt(key: string): Promise<boolean> {
  const last = await readWhole(buildFile, isRecord)
  return last?.['key'] === key && (await isSiteWhole(dist))
}

const faults = await buildSite(given['if-changed']).catch((error: unknown) => [
  `The site could not be built in ${dist}: ${error instanceof Error ? error.message : String(error)}.`,
])
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
