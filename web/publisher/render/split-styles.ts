import { classesIn, endOfElement, splitIslands } from './markup.ts'

/** A page's body, and all its rules. */
interface Styled {
  body: string
  rules: readonly string[]
}

/** Rules that no element above a place in the body needs, so that they can come after all above it is drawn. */
interface BelowStyles {
  css: string
  /** Where in the body its first section has ended. */
  at: number
}

export interface SplitStyles {
  css: string
  /** Missing where a further request would cost more than a smaller document saves. */
  below?: BelowStyles
}

/**
 * Length of all rules, in characters, from which splitting pays: home has 71,000, and the page with the next most
 * 38,000.
 */
const WORTH_A_REQUEST = 45_000

/**
 * Separates the rules of what visitors see first from those of what they scroll to, so that the first fits into what a
 * connection carries before its first acknowledgement. Both keep their order. A rule is for below only when each of its
 * selectors requires a class that no element above has: it matches nothing there, so that it may come later. Rules of
 * islands stay, as those that islands insert in the browser have to come behind them.
 */
export function splitStyles({ body, rules }: Styled): SplitStyles {
  const css = rules.join('')
  if (css.length < WORTH_A_REQUEST) return { css }
  const at = endOfElement(body, body.indexOf('<section'), 'section')
  const islands = splitIslands(body.slice(at)).filter(({ isIsland }) => isIsland)
  const above = new Set(classesIn(body.slice(0, at) + islands.map(({ html }) => html).join('')))
  const below = new Set(classesIn(body.slice(at)).filter((name) => !above.has(name)))
  const isBelow = (rule: string): boolean => {
    const selectors = selectorsOf(rule)
    return selectors.length > 0 && selectors.every((one) => wantedBy(one).some((name) => below.has(name)))
  }
  const parted = Object.groupBy(rules, (rule) => (isBelow(rule) ? 'below' : 'above'))
  return {
    css: (parted.above ?? []).join(''),
    ...(parted.below && { below: { css: parted.below.join(''), at } }),
  }
}

/** The selectors of a rule, or of the rules in an at-rule; keyframes count as such. */
function selectorsOf(rule: string): string[] {
  return rule
    .split('{')
    .slice(0, -1)
    .map((text) => text.slice(text.lastIndexOf('}') + 1))
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap((prelude) => withoutArguments(prelude).split(','))
}

/** The classes that a selector requires. What is in brackets, as in `:not(.a)`, is not required. */
function wantedBy(selector: string): string[] {
  return [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name)
}

/** The text without what is in brackets, nested ones included. */
function withoutArguments(prelude: string): string {
  const shorter = prelude.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '')
  return shorter === prelude ? prelude : withoutArguments(shorter)
}
