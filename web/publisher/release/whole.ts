import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { stampIn } from '../../../api/contract/releases.ts'
import { isRecord, readWhole, sayUnreadable } from './durable.ts'
import { pageFile, PUBLIC_MANIFEST } from './manifest.ts'
import { styleSheetIn, styleSheetOf } from './style-sheet.ts'
import { currentFolder, currentManifest } from './switch.ts'

const decompress = promisify(brotliDecompress)

/** Every page and the template end like this, so that one that was cut short is recognised. */
const END = '</html>'

/**
 * Whether the site that is served matches its manifest, to the last page. A publish does not wait until every page is
 * on the disk, so a power cut can leave some of them short.
 */
export async function isSiteWhole(dist: string): Promise<boolean> {
  const [manifest, folder] = await Promise.all([currentManifest(dist), currentFolder(dist)])
  if (!manifest || !folder) return false
  if (!(await readWhole(path.join(folder, PUBLIC_MANIFEST), isRecord))) return false
  for (const [page, { stamp }] of Object.entries(manifest.pages)) {
    const file = path.join(folder, pageFile(page))
    const html = await readCompressedToo(file)
    if (html === undefined || stampIn(html) !== stamp || !isEnded(html)) {
      sayUnreadable(file, 'it is not the whole page of this release')
      return false
    }
    const styleSheet = styleSheetIn(html)
    if (styleSheet === undefined || (await isStyleSheetWhole(folder, styleSheet))) continue
    sayUnreadable(path.join(folder, styleSheet), `it is not what ${page} asks for`)
    return false
  }
  return (await readTemplate(dist)) !== undefined
}

async function isStyleSheetWhole(folder: string, file: string): Promise<boolean> {
  const css = await readCompressedToo(path.join(folder, file))
  return css !== undefined && styleSheetOf(css).file === file
}

/** A file's text; undefined where it or its compressed copy can't be read, or the two differ. */
async function readCompressedToo(file: string): Promise<string | undefined> {
  try {
    const [bytes, brotli] = await Promise.all([readFile(file), readFile(`${file}.br`)])
    return (await decompress(brotli)).equals(bytes) ? bytes.toString() : undefined
  } catch {
    return undefined
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
