import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { IslandStyles } from './island-styles.tsx'

/** Brings a pre-rendered island to life; `name` as in its `Island`, so that ids match. */
export function hydrateIsland(name: string, element: HTMLElement, node: ReactNode): void {
  hydrateRoot(element, <IslandStyles>{node}</IslandStyles>, { identifierPrefix: `${name}-` })
}

/** Mounts an island that no page holds pre-rendered, at the end of the body. */
export function mountIsland(name: string, node: ReactNode): void {
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element, { identifierPrefix: `${name}-` }).render(<IslandStyles>{node}</IslandStyles>)
}
