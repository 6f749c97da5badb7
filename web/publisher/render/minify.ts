import { CLASSES, classesIn, splitIslands } from './markup.ts'
import { memoize } from './memoize.ts'

/** A page's body, and the rules of all components in it. */
interface Rendered {
  body: string
  css: string
}

/** Names are one letter, or a letter and a number, so that no ad blocker takes one for an `ad`. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A page without what only React in a browser would need, which is a seventh of its compressed bytes: short names of
 * animations, of ids, and of classes, in the order of the rules; no classes without a rule, and no marks between texts.
 * Islands stay as they are, except for the quotes of their properties: the browser's rules and ids for them have these
 * names.
 */
export function minify({ body, css }: Rendered): Rendered {
  const parts = splitIslands(body)
  const own = new Set(parts.filter(({ isIsland }) => !isIsland).flatMap(({ html }) => classesIn(html)))
  const kept = new Set(parts.filter(({ isIsland }) => isIsland).flatMap(({ html }) => classesIn(html)))
  const names = new Map<string, string>()
  // Alternates between other text and a class name.
  const rules = splitAtNames(css).map((text, i) => {
    if (i % 2 === 0 || !own.has(text)) return text
    const short = kept.has(text) ? text : (names.get(text) ?? shortName(names.size))
    names.set(text, short)
    return short
  })
  const ids = new Map<string, string>()
  const lists = new Map<string, string>()
  const short = (html: string): string =>
    html
      .replace(CLASSES, (_, list: string) => {
        const known = lists.get(list)
        if (known !== undefined) return known
        const used = list.split(' ').flatMap((name) => names.get(name) ?? [])
        const attribute = used.length > 0 ? ` class="${used.join(' ')}"` : ''
        lists.set(list, attribute)
        return attribute
      })
      .replace(REACT_ID, (id) => {
        const known = ids.get(id) ?? `_${ids.size}_`
        ids.set(id, known)
        return known
      })
      .replaceAll('<!-- -->', '')
      .replace(SHAPE_END, '/>')
  return {
    body: parts
      .map(({ html, isIsland }) => (isIsland ? html.replace(PROPS, inApostrophes) : short(html)))
      .join(''),
    css: rules.join(''),
  }
}

/** Pages of one kind have the same rules. */
const splitAtNames = memoize((css) => withShortKeyframes(css).split(/(?<=\.)([A-Za-z][\w-]*)/))

/**
 * The name of an animation is six random letters, which compress badly. An island's rules in the browser have names of
 * their own.
 */
function withShortKeyframes(css: string): string {
  const names = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return css
  const anyName = new RegExp(String.raw`(?<![\w-])(?:${names.join('|')})(?![\w-])`, 'g')
  return css.replace(anyName, (name) => shortName(names.indexOf(name)))
}

/** An id of `useId`, alone, in a list or in an address. Its end separates it from what follows. */
const REACT_ID = /(?<=["# ])_R_[0-9a-z]+_/g
/** Shapes have no content. */
const SHAPE_END = /><\/(?:path|circle|ellipse|rect|use)>/g

/** An island's JSON: React wrote each of its many quotes as six characters, and escaped every apostrophe. */
const PROPS = /(?<= data-props=)"([^"]*)"/

function inApostrophes(_: string, json: string): string {
  return `'${json.replaceAll('&quot;', '"')}'`
}

function shortName(number: number): string {
  const letter = LETTERS[number % LETTERS.length] ?? ''
  return number < LETTERS.length ? letter : letter + String(Math.floor(number / LETTERS.length) - 1)
}
