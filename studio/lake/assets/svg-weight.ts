import { idsIn } from './svg-rules.ts'
import { refused, textOf, type SvgElement } from './svg-tree.ts'

const MAX_DRAWN = 100_000
/** Bound on element names × selector characters: about 2 s of drawing, which nothing can interrupt. */
const MAX_COMPARED = 120_000_000

/** Elements that cost nothing to draw, however often they are used. */
const LIGHT = new Set(['linearGradient', 'radialGradient', 'filter'])
/** A selector that may match elements it does not name. */
const ANY = '*'
/** Selectors that search among all siblings of an element. */
const AMONG_OTHERS = /[~+:]/

interface Rule {
  selector: string
  body: string
}

/** A rule that uses other elements. */
interface Use {
  selects: ReadonlySet<string>
  /** Without duplicates, and only ids that exist. */
  used: SvgElement[]
}

/**
 * Refuses a small picture that takes endless time to draw: each `use` draws an element again, with everything that
 * it uses in turn.
 * @throws LakeError 400 when elements use one another in a circle, or too many are drawn.
 */
export function checkWeight(root: SvgElement): void {
  const elements = allOf(root)
  const rules = elements.filter(({ name }) => name === 'style').flatMap(rulesOf)
  requireFew(rules, elements)
  const byId = new Map<string, SvgElement>()
  for (const element of elements) {
    const id = valueOf(element, 'id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const heavyOf = (id: string): SvgElement[] => {
    const element = byId.get(id)
    return element === undefined || LIGHT.has(element.name) ? [] : [element]
  }
  const usedBy = (text: string): SvgElement[] => [...new Set(idsIn(text))].flatMap(heavyOf)
  const uses = rules.flatMap(({ selector, body }): Use[] => {
    const used = usedBy(body)
    return used.length > 0 ? [{ selects: namesIn(selector), used }] : []
  })
  const drawn = new Map<SvgElement, number>()
  const underWay = new Set<SvgElement>()
  let depth = 0

  function weigh(element: SvgElement): number {
    const known = drawn.get(element)
    if (known !== undefined) return known
    depth += 1
    if (underWay.has(element) || depth > 1000)
      throw refused('has elements that use one another in a circle', 'Simplify it, or save it as PNG or WebP')
    underWay.add(element)
    const within = element.children.filter((child) => typeof child !== 'string')
    const own = element.attributes.flatMap(([name, value]) =>
      name === 'href' && value.startsWith('#') ? heavyOf(value.slice(1)) : usedBy(value),
    )
    let sum = 1
    for (const other of [...within, ...own, ...usedByRules(element, uses)]) {
      sum += weigh(other)
      if (sum > MAX_DRAWN)
        throw refused(`draws more than ${MAX_DRAWN} elements`, 'Simplify it, or save it as PNG or WebP')
    }
    underWay.delete(element)
    depth -= 1
    drawn.set(element, sum)
    return sum
  }

  weigh(root)
}

function allOf(element: SvgElement): SvgElement[] {
  const found = [element]
  // The list grows during this loop.
  for (const one of found) found.push(...one.children.filter((child) => typeof child !== 'string'))
  return found
}

/** A browser compares each element, by all its names, with each selector. */
function requireFew(rules: readonly Rule[], elements: readonly SvgElement[]): void {
  if (rules.length === 0) return
  const names = elements.reduce((sum, element) => sum + namesOf(element).length, 0)
  const compared = rules.reduce(
    (sum, { selector }) => sum + selector.length * (AMONG_OTHERS.test(selector) ? elements.length : 1),
    0,
  )
  if (names * compared > MAX_COMPARED)
    throw refused('has too many styles for its elements', 'Save it with its styles as attributes')
}

/** What rules may use for an element, overestimated where it is unclear. */
function usedByRules(element: SvgElement, uses: readonly Use[]): SvgElement[] {
  if (uses.length === 0) return []
  const names = namesOf(element)
  const applied = uses.filter(({ selects }) => names.some((name) => selects.has(name)))
  return applied.flatMap(({ used }) => used)
}

/** Every name by which a selector may match an element. */
function namesOf(element: SvgElement): string[] {
  return [
    ANY,
    element.name,
    `#${valueOf(element, 'id') ?? ''}`,
    ...(valueOf(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
  ]
}

function rulesOf(style: SvgElement): Rule[] {
  return textOf(style)
    .split('}')
    .map((rule) => {
      const start = rule.lastIndexOf('{')
      return { selector: rule.slice(0, Math.max(start, 0)), body: rule.slice(start + 1) }
    })
}

function namesIn(selectors: string): Set<string> {
  const names = selectors.match(/[.#]?[\p{L}\p{N}_-]+/gu) ?? []
  return new Set(/[*:[]/.test(selectors) ? [ANY, ...names] : names)
}

function valueOf({ attributes }: SvgElement, name: string): string | undefined {
  return attributes.find(([other]) => other === name)?.[1]
}
