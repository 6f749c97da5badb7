import { createElement, useContext, type ReactElement, type ReactNode } from 'react'
import { StyleSheetContext, type IStyleSheetContext, type ServerStyleSheet } from 'styled-components'

type Sheet = ServerStyleSheet['instance']
type Stylis = IStyleSheetContext['stylis']
type Rules = Map<string, string[]>

/** Most names kept for one component, far more than one has. Names that come from content must not fill the memory. */
const MAX_NAMES = 200

/** Rules by component and class name. A name is the hash of what its rules are compiled from. */
const compiled = new Map<string, Rules>()

/** Makes the style sheet of a page reuse the rules that an earlier page compiled. */
export function takeCompiled(sheet: Sheet): void {
  const isThere = sheet.hasNameForId.bind(sheet)
  const insert = sheet.insertRules.bind(sheet)
  sheet.hasNameForId = (id, name) => {
    if (isThere(id, name)) return true
    const rules = compiled.get(id)?.get(name)
    if (rules) insert(id, name, rules)
    return rules !== undefined
  }
  sheet.insertRules = (id, name, rules) => {
    // The name of a global style is a counter, and says nothing of its rules.
    if (!name.startsWith(id)) {
      const known: Rules = compiled.get(id) ?? new Map()
      compiled.set(id, known)
      keep(known, name, rules)
    }
    insert(id, name, rules)
  }
}

/** Compiles global styles once for all pages: a page has them compiled whether its sheet contains them or not. */
export function CompiledGlobals({ children }: { children?: ReactNode }): ReactElement {
  const own = useContext(StyleSheetContext)
  const value = { ...own, stylis: globalsOnce(own.stylis) }
  return createElement(StyleSheetContext.Provider, { value }, children)
}

const compilers = new WeakMap<Stylis, Stylis>()

function globalsOnce(stylis: Stylis): Stylis {
  const known = compilers.get(stylis)
  if (known) return known
  const globals: Rules = new Map()
  function compile(css: string, selector?: string, prefix?: string, id?: string): string[] {
    // Rules of components have a selector.
    if (selector !== '') return stylis(css, selector, prefix, id)
    const rules = globals.get(css) ?? stylis(css, selector, prefix, id)
    keep(globals, css, rules)
    return rules
  }
  const once = Object.assign(compile, { hash: stylis.hash })
  compilers.set(stylis, once)
  return once
}

function keep(rules: Rules, key: string, value: string[]): void {
  if (rules.size >= MAX_NAMES) rules.clear()
  rules.set(key, value)
}
