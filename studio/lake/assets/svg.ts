import { parseSvg, refused, type SvgElement } from './svg-tree.ts'
import { checkWeight } from './svg-weight.ts'

const MAX_BYTES = 1024 * 1024

/**
 * Reduces an SVG to its picture. The result is serialised from the parsed tree, so that no other parser can read more
 * into it. A plain picture comes out byte for byte as it went in, and so does every result.
 * @throws LakeError 400, a sentence for the editor, when the picture hides what is in it or is out of proportion.
 */
export function cleanSvg(bytes: Buffer): Buffer {
  if (bytes.length > MAX_BYTES) throw refused('is larger than 1 MB', 'Simplify it, or save it as PNG or WebP')
  const root = parseSvg(decode(bytes))
  checkWeight(root)
  return Buffer.from(write(root))
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('is in another encoding than UTF-8', 'Save it as plain UTF-8 SVG')
  }
}

function write({ name, attributes, children, isClosed }: SvgElement): string {
  const tag = `${name}${attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')}`
  if (isClosed) return `<${tag}/>`
  const content = children.map((child) => (typeof child === 'string' ? escapeText(child) : write(child)))
  return `<${tag}>${content.join('')}</${name}>`
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('\r', '&#xD;')
}

// Written as character references: a parser would turn line ends in values into spaces.
function escapeValue(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
