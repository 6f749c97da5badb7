import { LakeFault } from '../fault.ts'

// Entities can hide anything from a sanitiser, and so can an encoding it does not read or a page inside the picture;
// an instruction can pull in a style sheet.
const HIDING_PLACE =
  /<!ENTITY|<!DOCTYPE[^>]*\[|<\?(?!xml\s)|<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)|<(?:html|head|body)\b/i

const RULES = { USE_PROFILES: { svg: true, svgFilters: true }, ADD_TAGS: ['use'] }
const ADDRESSES = ['href', 'xlink:href', 'src']
// Another part of the same picture, or a picture within it.
const INNER_ADDRESS = /^(?:#|data:image\/(?:png|jpeg|gif|webp);)/i

/**
 * Takes scripts, handlers, foreign content and outside addresses out of an SVG picture. A harmless one stays as it is
 * to the byte, so that its hash, and with it its id, is the same in every dataset.
 *
 * The sanitiser brings a DOM of its own, some 60 MB: it is loaded with the first SVG that is uploaded.
 * @throws LakeFault 400 when the picture could hide something from the sanitiser.
 */
export async function sanitiseSvg(bytes: Buffer): Promise<Buffer> {
  const text = bytes.toString('utf8')
  const start = text.search(/<svg[\s>]/i)
  if (start < 0 || HIDING_PLACE.test(text)) {
    throw new LakeFault(
      400,
      'invalidImage',
      'The SVG file declares entities, instructions or an encoding, which can hide scripts. Save it as plain UTF-8 SVG.',
    )
  }
  const purifier = await (loading ??= loadPurifier())
  const clean = purifier.sanitize(text.slice(start), RULES)
  // It reports taking away the body it had wrapped around the picture.
  const removed = purifier.removed.filter((part) => !('element' in part && part.element.nodeName === 'BODY'))
  return removed.length === 0 ? bytes : Buffer.from(clean)
}

let loading: ReturnType<typeof loadPurifier> | undefined

async function loadPurifier() {
  const { default: purifier } = await import('isomorphic-dompurify')
  purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
    if (ADDRESSES.includes(attribute.attrName)) attribute.keepAttr = INNER_ADDRESS.test(attribute.attrValue)
  })
  return purifier
}
