import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { isRecord, readWhole, sayUnreadable } from './durable.ts'
import { pageFile, PUBLIC_MANIFEST } from './manifest.ts'
import { currentFolder, currentManifest } from './switch.ts'

const decompress = promisify(brotliDecompress)

/** How every page and the template end, so that one that was cut short is known. */
const END = '</html>'

/**
 * Whether the site that is served is what its manifest says, to the last page. A publish does not wait for the
 * disk to have every page, so a power cut can leave some of them short.
 */
export async function isSiteWhole(dist: string): Promise<boolean> {
  const [manifest, folder] = await Promise.all([currentManifest(dist), currentFolder(dist)])
  if (!manifest || !folder) return false
  if (!(await readWhole(path.join(folder, PUBLIC_MANIFEST), isRecord))) return false
  for (const [page, { stamp }] of Object.entries(manifest.pages)) {
    const file = path.join(folder, pageFile(page))
    if (await isPageWhole(file, stamp)) continue
    sayUnreadable(file, 'it is not the whole page of this release')
    return false
  }
  return (await readTemplate(dist)) !== undefined
}

async function isPageWhole(file: string, stamp: string): Promise<boolean> {
  try {
    const html = await readFile(file)
    const twin = await readFile(`${file}.br`)
    const text = html.toString()
    if (!text.includes(`<meta name="release-stamp" content="${stamp}"`) || !isEnded(text)) return false
    return (await decompress(twin)).equals(html)
  } catch {
    return false
  }
}

/** The template that the last build left; none where it is not there or was cut short. */
export async function readTemplate(dist: string): Promise<string | undefined> {
  const file = path.join(dist, 'server/template.html')
  const html = await readFile(file, 'utf8').catch(() => undefined)
  if (html === undefined || isEnded(html)) return html
  sayUnreadable(file, 'it was cut short')
  return undefined
}

function isEnded(html: string): boolean {
  return html.trimEnd().endsWith(END)
}
