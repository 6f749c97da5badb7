import { LakeFault } from '../fault.ts'

// Entities can hide anything from a sanitiser, and an instruction can pull in a style sheet.
const DECLARATIONS = /<!ENTITY|<!DOCTYPE[^>]*\[|<\?(?!xml\s)/i

/**
 * Takes scripts, handlers and foreign content out of an SVG picture. A harmless one stays as it is to the byte, so
 * that its hash, and with it its id, is the same in every dataset.
 *
 * The sanitiser brings a DOM of its own, some 60 MB: it is loaded with the first SVG that is uploaded.
 * @throws LakeFault 400 when the picture declares entities or instructions.
 */
export async function sanitiseSvg(bytes: Buffer): Promise<Buffer> {
  const text = bytes.toString('utf8')
  if (DECLARATIONS.test(text)) {
    throw new LakeFault(
      400,
      'invalidImage',
      'The SVG file declares entities or processing instructions, which can carry scripts. Export it without them.',
    )
  }
  const { default: purifier } = await import('isomorphic-dompurify')
  const clean = purifier.sanitize(text.slice(text.search(/<svg[\s>]/i)), {
    USE_PROFILES: { svg: true, svgFilters: true },
    PARSER_MEDIA_TYPE: 'application/xhtml+xml',
    NAMESPACE: 'http://www.w3.org/2000/svg',
  })
  return purifier.removed.length === 0 ? bytes : Buffer.from(clean)
}

/** Whether the bytes are a text that holds an SVG element, whatever they are called. */
export function looksLikeSvg(bytes: Buffer): boolean {
  return /<svg[\s>]/i.test(bytes.subarray(0, 4096).toString('utf8'))
}
