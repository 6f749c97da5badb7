import { part } from '../../browser/parts.ts'

/** Controls that pause and play something. */
const SWITCHES = `${part('toggle')}, label:has(> input[type="checkbox"])`
/** Present while the page is edited, and not while it is only viewed. */
const EDITING = 'sanity-visual-editing [data-draggable]'

/**
 * Keeps the page usable for an editor while it is edited: switches still switch, and a click on an item of a list of
 * references opens the document that the item shows. The overlay's own listener runs later.
 */
export function keepUsable(): void {
  addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof Element) || !event.isTrusted || !document.querySelector(EDITING)) return
      if (target.closest(SWITCHES)) return leaveToPage(event)
      const item = target.closest('[data-sanity]')
      const inner = item?.querySelector('[data-sanity]')
      if (!item || !inner || documentOf(inner) === documentOf(item)) return
      event.preventDefault()
      leaveToPage(event)
      // The overlay acts on the element that the pointer is over.
      for (const name of ['mousemove', 'click', 'mouseleave'])
        inner.dispatchEvent(new MouseEvent(name, { cancelable: true }))
    },
    { capture: true },
  )
}

/** The overlay ignores clicks with this key. */
function leaveToPage(event: MouseEvent): void {
  Object.defineProperty(event, 'altKey', { value: true })
}

/** As in `id=home;type=home;path=title`. */
function documentOf({ attributes }: Element): string | undefined {
  return /^id=[^;]*/.exec(attributes.getNamedItem('data-sanity')?.value ?? '')?.[0]
}
