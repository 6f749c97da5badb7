import type { ReactNode } from 'react'
import { StyleSheetManager } from 'styled-components'

/** A plugin that does nothing: its name is hashed into every class name. A minifier must not change it. */
const islandNames = Object.defineProperty(() => undefined, 'name', { value: 'island' })
const plugins = [islandNames]

/**
 * Gives the components of islands class names of their own, on the server and in the browser. The rules that an island
 * inserts late could otherwise override styles of the page that extend the same components.
 */
export function IslandStyles({ children }: { children: ReactNode }) {
  return <StyleSheetManager stylisPlugins={plugins}>{children}</StyleSheetManager>
}
