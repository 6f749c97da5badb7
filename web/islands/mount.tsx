import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { IslandStyles } from './island-styles.tsx'

/** Brings a pre-rendered island to life; `name` as in its `Island`, so that ids match. */
export function hydrateIsland(name: string, element: HTMLElement, node: ReactNode): void {
  hydrateRoot(element, <IslandStyles>{node}</IslandStyles>, { identifierPrefix: `${name}-` })
}

/** Makes room at the end of the body for an island that no page holds, and gives its render. */
export function mountIsland(name: string): (node: ReactNode) => void {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element, { identifierPrefix: `${name}-` })
  return (node) => root.render(<IslandStyles>{node}</IslandStyles>)
}
