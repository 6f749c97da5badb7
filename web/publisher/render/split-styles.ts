import { classesIn, endOfElement, splitIslands } from './markup.ts'

/** A page's body, and all its rules. */
interface Styled {
  body: string
  rules: readonly string[]
}

/** Rules that nothing above a place in the page's body needs, which can come after what is above it is drawn. */
interface BelowStyles {
  css: string
  /** Where in the body its first section has ended. */
  at: number
}

export interface SplitStyles {
  css: string
  /** None where one request more would cost more than a smaller document gains. */
  below?: BelowStyles
}

/** Of all rules, in characters: home has 69,000, and the page with the next most of them 39,000. */
const WORTH_A_REQUEST = 45_000

/**
 * Parts the rules of what visitors see first from those of what they scroll to, so that the first fits into what a
 * connection carries before its first answer. Each keeps its order. A rule is for below only when all its selectors
 * want a class that nothing above has: then it matches nothing there, and its coming later changes nothing. Rules of
 * islands stay, as those that they insert in the browser must come behind them.
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

/** The selectors of a rule, or of those that an at-rule holds; frames of an animation count as such. */
function selectorsOf(rule: string): string[] {
  return rule
    .split('{')
    .slice(0, -1)
    .map((text) => text.slice(text.lastIndexOf('}') + 1))
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap((prelude) => withoutArguments(prelude).split(','))
}

/**
 * Classes that have to be on an element, around it or before it. What is in brackets, as in `:not(.a)`, need not be.
 */
function wantedBy(selector: string): string[] {
  return [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name)
}

/** Without what is in brackets, `:not(:has(a, b))` as well. */
function withoutArguments(prelude: string): string {
  const shorter = prelude.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '')
  return shorter === prelude ? prelude : withoutArguments(shorter)
}
