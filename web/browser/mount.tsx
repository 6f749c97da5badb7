import { useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { rememberControls, type FindAgain } from './controls.ts'
import { IslandStyles } from './island-styles.tsx'
import type { HydratedIsland, MountedIsland } from './names.ts'
import { keepTyped } from './typed.ts'

/**
 * Hydrates a pre-rendered island. `name` has to be that of its `Island`, so that ids match. Resolves once React
 * listens, with how to find an earlier control again.
 */
export function hydrateIsland(
  name: HydratedIsland,
  element: HTMLElement,
  node: ReactNode,
): Promise<FindAgain> {
  const restoreFocus = rememberControls(element)
  const typeAgain = keepTyped(element)
  return new Promise((resolve) => {
    const onHydrated = () => {
      const findAgain = restoreFocus()
      typeAgain(findAgain)
      resolve(findAgain)
    }
    hydrateRoot(
      element,
      <IslandStyles>
        <Hydrated onHydrated={onHydrated}>{node}</Hydrated>
      </IslandStyles>,
      { identifierPrefix: `${name}-` },
    )
  })
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  // Called within the effect, React would batch the updates of several events: the second would see the state before
  // the first.
  useEffect(() => queueMicrotask(onHydrated), [onHydrated])
  return children
}

/** Adds a root at the end of the body, for an island without markup in the page, and returns its render function. */
export function mountIsland(name: MountedIsland | 'tooltips'): (node: ReactNode) => void {
  const element = document.body.appendChild(document.createElement('div'))
  // An open menu makes all else inert.
  element.dataset['mounted'] = ''
  const root = createRoot(element, { identifierPrefix: `${name}-` })
  return (node) => root.render(<IslandStyles>{node}</IslandStyles>)
}
