import { idsIn } from './svg-rules.ts'
import { refused, textOf, type SvgElement } from './svg-tree.ts'

const MAX_DRAWN = 100_000
/** Elements times rules. */
const MAX_COMPARED = 5_000_000

/** They have no elements to draw. */
const LIGHT = new Set(['linearGradient', 'radialGradient', 'filter'])
/** A selector that can mean elements which it does not name. */
const ANY = '*'

interface Rule {
  selects: ReadonlySet<string>
  uses: string[]
}

/**
 * Sees that a picture is not small to read and endless to draw: each use of another element draws that once more,
 * with all that it uses.
 * @throws LakeError 400 when elements use one another in a circle, or too many are drawn.
 */
export function checkWeight(root: SvgElement): void {
  const elements = allOf(root)
  const byId = new Map<string, SvgElement>()
  const rules = elements.filter(({ name }) => name === 'style').flatMap(rulesOf)
  if (elements.length * rules.length > MAX_COMPARED)
    throw refused('has too many styles for its elements', 'Save it with its styles as attributes')
  for (const element of elements) {
    const id = valueOf(element, 'id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }

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
    const used = usesOf(element, rules)
      .flatMap((id) => byId.get(id) ?? [])
      .filter(({ name }) => !LIGHT.has(name))
    const sum = [...within, ...used].reduce((total, other) => total + weigh(other), 1)
    if (sum > MAX_DRAWN)
      throw refused(`draws more than ${MAX_DRAWN} elements`, 'Simplify it, or save it as PNG or WebP')
    underWay.delete(element)
    depth -= 1
    drawn.set(element, sum)
    return sum
  }

  weigh(root)
}

function allOf(element: SvgElement): SvgElement[] {
  const found = [element]
  // Grows while it is walked.
  for (const one of found) found.push(...one.children.filter((child) => typeof child !== 'string'))
  return found
}

function usesOf(element: SvgElement, rules: readonly Rule[]): string[] {
  const own = element.attributes.flatMap(([name, value]) =>
    name === 'href' && value.startsWith('#') ? [value.slice(1)] : idsIn(value),
  )
  if (rules.length === 0) return own
  const names = [
    ANY,
    element.name,
    `#${valueOf(element, 'id') ?? ''}`,
    ...(valueOf(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
  ]
  const applied = rules.filter(({ selects }) => names.some((name) => selects.has(name)))
  return [...own, ...applied.flatMap(({ uses }) => uses)]
}

/** Rules that use other elements, with all that may select for them: rather too much than too little. */
function rulesOf(style: SvgElement): Rule[] {
  return textOf(style)
    .split('}')
    .flatMap((rule) => {
      const start = rule.lastIndexOf('{')
      const uses = idsIn(rule.slice(start + 1))
      return uses.length > 0 ? [{ selects: namesIn(rule.slice(0, Math.max(start, 0))), uses }] : []
    })
}

function namesIn(selectors: string): Set<string> {
  const names = selectors.match(/[.#]?[\p{L}\p{N}_-]+/gu) ?? []
  return new Set(/[*:[]/.test(selectors) ? [ANY, ...names] : names)
}

function valueOf({ attributes }: SvgElement, name: string): string | undefined {
  return attributes.find(([other]) => other === name)?.[1]
}
