import { SaxesParser, type SaxesAttributeNS } from 'saxes'

const SVG = 'http://www.w3.org/2000/svg'
const FORBIDDEN = new Set(['script', 'foreignObject', 'iframe', 'embed', 'object', 'handler', 'listener'])
/** Elements that can set any attribute, a link's address included. */
const ANIMATION = /^(?:set|animate\w*)$/
const OUTSIDE_IN_STYLE = /@import|url\(\s*(?!['"]?(?:#|data:image\/))/i

/**
 * What in a vector picture could run or load something, worded to follow “has”; undefined where it only draws. The
 * local lake removes such parts at the upload, a hosted one keeps every file as it came.
 */
export function vectorFault(text: string): string | undefined {
  let fault: string | undefined
  let isInStyle = false
  let count = 0
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    fault ??= 'a mistake in its text'
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) fault ??= 'entities, which can hide what it is'
  })
  parser.on('processinginstruction', () => {
    fault ??= 'instructions to load a style from elsewhere'
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    count += 1
    if (count === 1 && (uri !== SVG || local !== 'svg')) fault ??= 'something else than a drawing in it'
    if (FORBIDDEN.has(local)) fault ??= 'scripts or parts of other pages'
    for (const attribute of Object.values(attributes)) fault ??= attributeFault(local, attribute)
    isInStyle = local === 'style'
  })
  parser.on('text', (part) => {
    if (isInStyle && OUTSIDE_IN_STYLE.test(part)) fault ??= 'a style that loads something from elsewhere'
  })
  parser.on('cdata', (part) => {
    if (isInStyle && OUTSIDE_IN_STYLE.test(part)) fault ??= 'a style that loads something from elsewhere'
  })
  parser.write(text).close()
  return count === 0 ? (fault ?? 'nothing in it') : fault
}

function attributeFault(element: string, { local, value }: SaxesAttributeNS): string | undefined {
  if (/^on/i.test(local)) return 'scripts in it'
  if (ANIMATION.test(element) && local === 'attributeName' && /^(?:on|(?:\w+:)?href$)/i.test(value))
    return 'an animation that changes where it leads'
  if (local === 'href') {
    const isHarmless = element === 'a' ? /^(?:#|https?:)/i.test(value) : /^(?:#|data:image\/)/i.test(value)
    return isHarmless ? undefined : 'a part that is loaded from elsewhere'
  }
  return OUTSIDE_IN_STYLE.test(value) ? 'a style that loads something from elsewhere' : undefined
}
