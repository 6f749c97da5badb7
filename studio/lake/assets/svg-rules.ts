/*
 * The parts of SVG that a picture may use. This is an allowlist: what is not known to be harmless is removed. No
 * scripts, no handlers, no links, no animation (it can set any attribute), nothing from another address.
 */

/** By their names in the SVG namespace. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon image text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker style filter feGaussianBlur feOffset feFlood
  feBlend feComposite feMerge feMergeNode feColorMatrix feDropShadow feComponentTransfer feFuncR feFuncG feFuncB
  feFuncA`.split(/\s+/),
)

/** Wrappers that draw nothing themselves and are replaced by their content. */
export const WRAPPERS: ReadonlySet<string> = new Set(['a', 'switch'])

/** Attributes with plain numbers, names and lists, which are not parsed as CSS. */
const PLAIN: ReadonlySet<string> = new Set(
  `id class role lang version viewBox preserveAspectRatio x y width height cx cy r rx ry x1 x2 y1 y2 dx dy rotate
  d points pathLength fx fy fr offset gradientUnits gradientTransform spreadMethod patternUnits
  patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
  markerHeight refX refY orient textLength lengthAdjust startOffset method spacing side filterUnits
  primitiveUnits in in2 result stdDeviation operator k1 k2 k3 k4 mode type values tableValues slope intercept
  amplitude exponent xml:space aria-label aria-labelledby aria-describedby aria-hidden`.split(/\s+/),
)

/** Presentation attributes: their values are CSS. */
const STYLED: ReadonlySet<string> = new Set(
  `style transform transform-origin fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity stop-color stop-opacity
  clip-path clip-rule mask mask-type filter flood-color flood-opacity marker marker-start marker-mid marker-end
  display visibility overflow paint-order vector-effect shape-rendering text-rendering image-rendering
  color-interpolation color-interpolation-filters mix-blend-mode isolation enable-background font font-family
  font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift direction unicode-bidi
  writing-mode`.split(/\s+/),
)

const FUNCTIONS = new Set(
  `rgb rgba hsl hsla calc var matrix translate translatex translatey scale scalex scaley rotate skewx skewy
  cubic-bezier steps not`.split(/\s+/),
)
const INNER = /^#[\w.:-]+$/
const INNER_URL = /^\s*(['"]?)#[\w.:-]+\1\s*$/
/** Longer than the name of any CSS function. */
const NAME_LENGTH = 40
const EMBEDDED = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]*$/

/** Whether an element may have this attribute, with this value. */
export function isHarmlessAttribute(element: string, name: string, value: string): boolean {
  if (name === 'href') return element === 'image' ? EMBEDDED.test(value) : INNER.test(value)
  // Browsers read a style sheet only if its type is CSS or missing.
  if (element === 'style')
    return name === 'media' ? cssFault(value) === undefined : name === 'type' && value === 'text/css'
  return PLAIN.has(name) || (STYLED.has(name) && cssFault(value) === undefined)
}

/** The part of a style that could load something, or hides that it could; undefined for a harmless one. */
export function cssFault(css: string): string | undefined {
  const odd = /[\\<]|\/\*|@(?!media\b|keyframes\b)[\w-]*/i.exec(css)?.[0]
  if (odd !== undefined) return odd
  // Split, not matched: a regular expression for names before brackets is quadratic on a text without brackets.
  const parts = css.split('(')
  for (const [i, part] of parts.slice(1).entries()) {
    const name = (/[\w-]*$/.exec(parts[i]?.slice(-NAME_LENGTH) ?? '')?.[0] ?? '').toLowerCase()
    const [value = ''] = part.split(')', 1)
    const isHarmless = name === 'url' ? INNER_URL.test(value) : name === '' || FUNCTIONS.has(name)
    if (!isHarmless) return `${name}(${value.slice(0, 40)})`
  }
  return undefined
}

/** A style sheet with a space for each comment, which might stand inside a word. */
export function withoutComments(css: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = css.indexOf('/*', at)
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    if (end < 0) return [...parts, css.slice(at)].join(' ')
    parts.push(css.slice(at, start))
    at = end + 2
  }
}

/** Ids of other elements that a style, or the value of an attribute, uses. */
export function idsIn(css: string): string[] {
  return [...css.matchAll(/url\(\s*['"]?#([\w.:-]+)/gi)].map(([, id = '']) => id)
}
