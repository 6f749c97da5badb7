import { useContext, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StyleSheetContext } from 'styled-components'
import { IslandStyles } from '../browser/island-styles.tsx'

interface IslandProps<P extends object> {
  /** Key of the island in `web/site/client.ts`, and the prefix of its ids. */
  name: string
  /** When its code is fetched and hydrated; `never` where scripts open it themselves. */
  when: 'visible' | 'touch' | 'never'
  component?: ComponentType<P>
  /** Serialised into the page, so that copy in every state is in the HTML. */
  props: P
}

/**
 * Pre-renders a component as a root of its own, inside the page's style sheet, with the
 * `identifierPrefix` that `hydrateRoot` gets too: ids match, and the page around it stays static.
 */
export function Island<P extends object>({ name, when, component: Component, props }: IslandProps<P>) {
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
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
