import { useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { rememberControls, type FindAgain } from './controls.ts'
import { IslandStyles } from './island-styles.tsx'
import type { HydratedIsland, MountedIsland } from './names.ts'
import { keepTyped } from './typed.ts'

/**
 * Hydrates a pre-rendered island; `name` as in its `Island`, so that ids match. Resolves once React listens, to what
 * finds a control again that was there before.
 */
export function hydrateIsland(
  name: HydratedIsland,
  element: HTMLElement,
  node: ReactNode,
): Promise<FindAgain> {
  const giveFocusBack = rememberControls(element)
  const giveBack = keepTyped(element)
  return new Promise((resolve) => {
    const onHydrated = () => {
      const findAgain = giveFocusBack()
      giveBack(findAgain)
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
  // Within an effect, React would render only once several events were over: the second would find what was before.
  useEffect(() => queueMicrotask(onHydrated), [onHydrated])
  return children
}

/** Makes room at the end of the body for an island that no page holds, and gives its render. */
export function mountIsland(name: MountedIsland | 'tooltips'): (node: ReactNode) => void {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element, { identifierPrefix: `${name}-` })
  return (node) => root.render(<IslandStyles>{node}</IslandStyles>)
}
