import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ContentError, isContentError } from '../../api/contract/content-error.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { contentSource, type ContentSource } from '../content/client.ts'
import { createReader, type Documents } from '../content/documents.ts'
import { holdBack } from '../content/hold-back.ts'
import { isPublic, type BuildPlan } from './build-record.ts'
import { buildPages, buildPreviewClient, buildRenderer, type RendererBundle } from './bundle.ts'
import { drawCard, icons } from './cards.ts'
import type { PicturedSite } from './pictures/render-with-pictures.ts'
import { keepBuildRecord, UNKNOWN_KEY, type BuildRecord } from './release/build-file.ts'
import { compressFolder } from './release/compress.ts'
import { flushFolder } from './release/durable.ts'
import { keepLastGood, readLastGood } from './release/last-good.ts'
import { keepManifest, writePublicManifest } from './release/manifest.ts'
import { replaceFile } from './release/replace-file.ts'
import { clearStages, discard, linkFolder, putInPlace, stagedFolder } from './release/stage.ts'
import { currentFolder, newestRelease, switchTo } from './release/switch.ts'
import { writePictures } from './release/write-release.ts'

/** The folders of the renderer and of the previews' scripts, below `dist`. */
const PROGRAMS = ['server', 'preview'] as const

interface BuildOptions extends BuildPlan {
  /** The checkout. */
  root: string
  /** Where site, programs and record of the build go. */
  dist: string
  /** Whether visitors wait for the site: then what the last release showed stands in for what would break a page. */
  hasVisitors: boolean
}

/**
 * Builds the whole site into `dist/site`.
 * @throws ContentError when the content can't be read, or no site can be made of it
 * @throws OperationalError where the checkout is in a folder that nothing can be built in
 */
export async function buildSite({ root, dist, key, settings, hasVisitors }: BuildOptions): Promise<void> {
  requireImportable(root)
  const source = contentSource(process.env)
  const fresh = await createReader(source)()
  requireDocuments(fresh, source)

  const good = await readLastGood(dist)
  // Somebody who builds by hand is there to fix what is wrong; a server that starts has visitors waiting.
  const lastGood: Documents = hasVisitors ? good : new Map()
  // Checked before anything is bundled, which takes seconds.
  await inSource(source.name, async () => holdBack({ fresh, lastGood }))
  await clearStages(dist)
  const staged = stagedFolder(dist, 'site')
  // The programs of the site that is served stay until there are new ones: the disk may fill up first.
  const [server, preview] = PROGRAMS.map((name) => stagedFolder(dist, name)) as [string, string]
  const before = await currentFolder(dist)
  try {
    const renderer = await buildRenderer(server)
    await buildPreviewClient(root, preview)
    // Only rendering tells which content makes a site. There are no built files yet, so these pages have the addresses
    // of the sources.
    const unbuilt = renderer.parseTemplate(await readFile(path.join(root, 'web/index.html'), 'utf8'))
    const makePictures = renderer.createPictureMaker(source)
    const site = await inSource(source.name, async () =>
      renderer.renderWithPictures(
        { fresh, lastGood },
        (state) => renderer.renderSite(state, { ...settings, template: unbuilt }),
        (names) => makePictures(names, before),
      ),
    )
    const { template, styleSheets } = await renderBuiltPages(renderer, site, { staged, settings })
    await writeFile(path.join(server, 'template.html'), template)
    for (const { _id, faults } of site.held)
      console.warn(`“${_id}” is shown as it was before: ${faults.map(({ message }) => message).join(' ')}`)

    await writeSiteFiles(renderer, site, { staged, styleSheets })
    await compressFolder(staged)
    // A tab that was opened earlier still asks for the assets that it was opened with.
    if (before) await linkFolder(path.join(before, 'assets'), path.join(staged, 'assets'))
    const newest = await newestRelease(dist)
    const manifest = renderer.manifestOf({ ...site, build: key, newest })
    if (isPublic(settings.origin))
      for (const { title, message } of manifest.placeholders ?? [])
        console.warn(`In the settings, ${title}: ${message}`)
    for (const folder of [staged, server, preview]) await flushFolder(folder)
    await keepManifest(dist, manifest)
    await writePublicManifest(staged, manifest)
    await switchTo(staged, dist, manifest)
    await keepLastGood(dist, site.documents, good)
    await replacePrograms(dist, { key, release: manifest.id, source: source.name, settings })
    console.info(`Built ${manifest.id} from ${source.name} into ${path.join(dist, 'site')}.`)
  } finally {
    for (const folder of [staged, server, preview]) await discard(folder)
  }
}

/**
 * vite-react-ssg imports what it has bundled by its path, which Node reads as an address.
 * @see https://nodejs.org/api/esm.html#urls
 */
function requireImportable(root: string): void {
  const [character] = /[#?%]/u.exec(root) ?? []
  if (character === undefined) return
  throw new OperationalError(
    `The site can't be built in ${root}: nothing can be imported from a folder with “${character}” in its path. Rename the folder, or move the checkout to another one.`,
  )
}

/** @throws ContentError where a source holds nothing that a site could be made of */
function requireDocuments(fresh: Documents, source: ContentSource): void {
  if ([...fresh.values()].some(({ _type }) => !_type.startsWith('sanity.'))) return
  throw new ContentError(
    `${source.name} holds no documents of this site, not even “settings”. Import the launch content from studio/seed, then build again.`,
  )
}

/** Renders all pages once more into `staged`, now with the addresses of the files that are built with them. */
async function renderBuiltPages(
  renderer: RendererBundle,
  { snapshot: { content }, rendering }: PicturedSite,
  { staged, settings }: { staged: string; settings: BuildPlan['settings'] },
): Promise<{ template: string; styleSheets: ReadonlyMap<string, string> }> {
  const routes = new Map(renderer.routesOf(content).map((route) => [route.path, route]))
  const styleSheets = new Map<string, string>()
  const template = await buildPages(staged, content, (page, parts, built) => {
    const route = routes.get(page)
    const record = rendering.pages[page]
    if (!route || !record) throw new Error(`vite-react-ssg rendered ${page}, which is no route.`)
    const options = { ...settings, template: renderer.parseTemplate(built) }
    const { html, styleSheet } = renderer.wholePage({ route, content, record, parts }, options)
    if (styleSheet) styleSheets.set(styleSheet.file, styleSheet.css)
    return html
  })
  return { template, styleSheets }
}

/** Writes into `staged` what a site has besides its pages and what is bundled. */
async function writeSiteFiles(
  renderer: RendererBundle,
  { snapshot, rendering, pictures }: PicturedSite,
  { staged, styleSheets }: { staged: string; styleSheets: ReadonlyMap<string, string> },
): Promise<void> {
  const cards = [...renderer.cardsOf(snapshot)].map(async ([name, text]) => {
    const bytes = await drawCard(name, text)
    return bytes ? [[name, bytes] as const] : []
  })
  const drawn = (await Promise.all([icons().then((all) => [...all]), ...cards])).flat()
  const files = [...rendering.forMachines, ...styleSheets, ...drawn]
  await Promise.all(files.map(([name, data]) => replaceFile(path.join(staged, name), data)))
  await writePictures(staged, pictures)
}

/** Replaces the programs by those just built, and records which build they are of. */
async function replacePrograms(dist: string, record: BuildRecord): Promise<void> {
  // The record has no key in between: where this breaks off, no code takes the programs for its own.
  await keepBuildRecord(dist, { ...record, key: UNKNOWN_KEY })
  for (const name of PROGRAMS) await putInPlace(stagedFolder(dist, name), path.join(dist, name))
  await keepBuildRecord(dist, record)
}

/** Adds the name of the source to each fault. */
async function inSource<Value>(name: string, render: () => Promise<Value>): Promise<Value> {
  try {
    return await render()
  } catch (error) {
    if (!isContentError(error)) throw error
    throw new ContentError(
      error.sentences.map((fault) => `In ${name}: ${fault}`),
      error.faults,
      { cause: error },
    )
  }
}
