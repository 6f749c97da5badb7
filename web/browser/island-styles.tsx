import type { ReactNode } from 'react'
import { StyleSheetManager } from 'styled-components'

/** Does nothing: its name alone goes into every class name. A minifier must not change it. */
const islandNames = Object.defineProperty(() => undefined, 'name', { value: 'island' })
const plugins = [islandNames]

/**
 * Gives the components of islands class names of their own, on the server and in the browser. The
 * rules that an island inserts late could otherwise override extensions of the same components in
 * the page around it.
 */
export function IslandStyles({ children }: { children: ReactNode }) {
  return <StyleSheetManager stylisPlugins={plugins}>{children}</StyleSheetManager>
}
