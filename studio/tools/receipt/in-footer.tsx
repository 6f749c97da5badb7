import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const PANEL = '[data-testid="document-panel-form-view"]'
const FOOTER = '[data-testid="pane-footer"]'

/**
 * Puts something above the buttons of the document whose form it stands in: there it stays in sight in a long form
 * and under the dialog of an item. The Studio has no place of its own for it. Where it names its footer otherwise,
 * it stays in the form.
 */
export function InFooter({ children }: { children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<HTMLElement>()

  useLayoutEffect(() => {
    const footer = here.current?.closest(PANEL)?.querySelector(FOOTER)
    if (!footer) return undefined
    const own = document.createElement('div')
    footer.prepend(own)
    setPlace(own)
    return () => own.remove()
  }, [])

  return <div ref={here}>{place ? createPortal(children, place) : children}</div>
}
