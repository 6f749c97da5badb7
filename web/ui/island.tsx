import { useContext, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StyleSheetContext } from 'styled-components'
import { IslandStyles } from '../browser/island-styles.tsx'
import type { HydratedIsland, MountedIsland } from '../browser/names.ts'

type IslandProps<P extends object> = {
  /** Serialised into the page, so that the texts of every state are in the HTML. */
  props: P
} & (
  | { /** Also the prefix of its ids. */ name: HydratedIsland; component: ComponentType<P> }
  | { name: MountedIsland; component?: never }
)

/**
 * Pre-renders a component as a root of its own, inside the page's style sheet, with the `identifierPrefix` that
 * `hydrateRoot` gets as well: ids match, and the page around it stays static. `web/site/client/islands.ts` hydrates it
 * by its name; a mounted island is mounted by what asks for it.
 */
export function Island<P extends object>({ name, component: Component, props }: IslandProps<P>) {
  const styles = useContext(StyleSheetContext)
  const html = Component
    ? renderToString(
        <StyleSheetContext.Provider value={styles}>
          <IslandStyles>
            <Component {...props} />
          </IslandStyles>
        </StyleSheetContext.Provider>,
        { identifierPrefix: `${name}-` },
      )
    : ''
  return (
    <div
      {...(Component && { 'data-behaviour': 'island' })}
      data-island={name}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
