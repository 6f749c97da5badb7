import { CLASSES, classesIn, splitIslands } from './markup.ts'
import { memoize } from './memoize.ts'

/** A page's body, and the rules of all components in it. */
interface Rendered {
  body: string
  css: string
}

/** One letter, or one and a number: no blocker of advertisements takes them for an `ad`. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A page without what only a browser's React would need, which is a seventh of its bytes on the wire: short names of
 * animations, and of classes in the order in which its rules name them, none that no rule names, short ids, and no marks
 * between texts.
 * Islands stay as they are, except for how their properties are quoted: the browser has rules and ids for them under
 * these names.
 */
export function minify({ body, css }: Rendered): Rendered {
  const parts = splitIslands(body)
  const own = new Set(parts.filter(({ isIsland }) => !isIsland).flatMap(({ html }) => classesIn(html)))
  const kept = new Set(parts.filter(({ isIsland }) => isIsland).flatMap(({ html }) => classesIn(html)))
  const names = new Map<string, string>()
  // By turns what is between names, and a name.
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

/** Each animation's name is six letters by chance, which compress badly. An island's rules in the browser have their own. */
function withShortKeyframes(css: string): string {
  const names = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return css
  const anyName = new RegExp(String.raw`(?<![\w-])(?:${names.join('|')})(?![\w-])`, 'g')
  return css.replace(anyName, (name) => shortName(names.indexOf(name)))
}

/** What `useId` gives, alone, in a list or in an address; its end parts it from what is written behind it. */
const REACT_ID = /(?<=["# ])_R_[0-9a-z]+_/g
/** Shapes of drawings hold nothing. */
const SHAPE_END = /><\/(?:path|circle|ellipse|rect|use)>/g

/** An island's JSON: React wrote each of its many quotes as six letters, and left no apostrophe in it. */
const PROPS = /(?<= data-props=)"([^"]*)"/

function inApostrophes(_: string, json: string): string {
  return `'${json.replaceAll('&quot;', '"')}'`
}

function shortName(number: number): string {
  const letter = LETTERS[number % LETTERS.length] ?? ''
  return number < LETTERS.length ? letter : letter + String(Math.floor(number / LETTERS.length) - 1)
}
