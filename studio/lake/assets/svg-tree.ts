import { SaxesParser, type SaxesAttributeNS } from 'saxes'
import { LakeError } from '../errors.ts'
import { cssFault, ELEMENTS, isHarmlessAttribute, withoutComments, WRAPPERS } from './svg-rules.ts'

/** An element of a picture, reduced to its harmless parts. */
export interface SvgElement {
  name: string
  attributes: [name: string, value: string][]
  children: (SvgElement | string)[]
  /** Whether it was written as a self-closing tag. */
  isClosed: boolean
}

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'
const MAX_DEPTH = 100
const MAX_ELEMENTS = 20_000

/** Marks an element that is left out with everything in it. */
const LEFT_OUT = Symbol('left out')

/**
 * Parses a picture as XML, as a browser would, and leaves out what has no place in a picture: other vocabularies,
 * scripts, handlers, links, animation, outside addresses, comments, the document type.
 * @throws LakeError 400, a sentence for the editor, when it is not XML, or hides what is in it.
 */
export function parseSvg(text: string): SvgElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: (SvgElement | typeof LEFT_OUT)[] = []
  let root: SvgElement | undefined
  let count = 0

  parser.on('error', ({ message }) => {
    throw refused(`is not well-formed XML (${message})`, 'Save it again from a drawing program')
  })
  parser.on('xmldecl', ({ encoding = 'utf-8', version = '1.0' }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding) || version !== '1.0')
      throw refused('says that it is in another encoding than UTF-8', 'Save it as plain UTF-8 SVG')
  })
  parser.on('doctype', (doctype) => {
    if (/[[<]/.test(doctype))
      throw refused('declares entities, which can hide scripts', 'Save it as plain SVG')
  })
  parser.on('opentag', ({ uri, local, attributes, isSelfClosing }) => {
    count += 1
    if (count > MAX_ELEMENTS || open.length >= MAX_DEPTH)
      throw refused(
        `has more than ${MAX_ELEMENTS} elements, or more than ${MAX_DEPTH} within one another`,
        'Simplify it, or save it as PNG or WebP',
      )
    const parent = open.at(-1)
    if (parent === undefined && (uri !== SVG || local !== 'svg'))
      throw refused('does not begin with an <svg> element of SVG’s namespace', 'Save it as plain SVG')
    if (parent === LEFT_OUT || uri !== SVG) open.push(LEFT_OUT)
    // The content of a wrapper goes to its parent, which is pushed again in its place.
    else if (parent && WRAPPERS.has(local)) open.push(parent)
    else {
      const given = attributesOf(local, Object.values(attributes), parent === undefined)
      const element = { name: local, attributes: given, children: [], isClosed: isSelfClosing }
      const isKept = ELEMENTS.has(local) && (local !== 'image' || given.some(([name]) => name === 'href'))
      if (isKept) parent?.children.push(element)
      open.push(isKept ? element : LEFT_OUT)
      root ??= element
    }
  })
  parser.on('closetag', () => void open.pop())
  const addText = (part: string): void => {
    const parent = open.at(-1)
    if (parent !== undefined && parent !== LEFT_OUT) parent.children.push(part)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  if (root === undefined) throw refused('is empty', 'Save it again from a drawing program')
  checkStyles(root)
  return root
}

function attributesOf(
  element: string,
  given: readonly SaxesAttributeNS[],
  isRoot: boolean,
): SvgElement['attributes'] {
  const named = given.map(({ uri, local, name, value }): [string, string] => [
    nameOf(uri, local, name),
    value,
  ])
  const kept = named.filter(
    ([name, value], i) =>
      (isRoot && name === 'xmlns') ||
      (isHarmlessAttribute(element, name, value) && named.findIndex(([other]) => other === name) === i),
  )
  if (!isRoot || kept.some(([name]) => name === 'xmlns')) return kept
  return [['xmlns', SVG], ...kept]
}

/** An attribute's name, with a prefix only for `xml:`; '' where it is none of SVG's. */
function nameOf(uri: string, local: string, name: string): string {
  if (name === 'xmlns') return name
  if (uri === '') return local
  if (uri === XLINK && local === 'href') return local
  return uri === XML ? `xml:${local}` : ''
}

/** Refuses a style sheet as a whole: what remains of a filtered one would be a guess. */
function checkStyles(element: SvgElement): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.name === 'style') {
      const css = withoutComments(textOf(child))
      const fault = cssFault(css)
      if (fault !== undefined)
        throw refused(
          `has a style sheet with “${fault}”, which can load something from elsewhere`,
          'Save it with its styles as attributes',
        )
      child.children = [css]
    } else checkStyles(child)
  }
}

/** The text of an element itself, without that of its children. */
export function textOf({ children }: SvgElement): string {
  return children.filter((child) => typeof child === 'string').join('')
}

/** The error for a refused picture: what is wrong with it, and what to do. */
export function refused(fault: string, advice: string): LakeError {
  return new LakeError(400, 'invalidImage', `The SVG file ${fault}. ${advice}.`)
}
