import { part } from '../../browser/parts.ts'
/** What stops and starts something that moves. */
const SWITCHES = `${part('toggle')}, label:has(> input[type="checkbox"])`
/** There while the page is edited, and not while it is only looked at. */
const EDITING = 'sanity-visual-editing [data-draggable]'

/**
 * Leaves to the page, while it is edited, what an editor needs of it: switches work, and a click on an item of a
 * list opens the document that it shows, where the list holds references. The overlay hears of clicks later.
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
      // The overlay answers for what the pointer is over.
      for (const name of ['mousemove', 'click', 'mouseleave'])
        inner.dispatchEvent(new MouseEvent(name, { cancelable: true }))
    },
    { capture: true },
  )
}

/** The overlay takes no click with this key for its own. */
function leaveToPage(event: MouseEvent): void {
  Object.defineProperty(event, 'altKey', { value: true })
}

/** As in `id=home;type=home;path=title`. */
function documentOf({ attributes }: Element): string | undefined {
  return /^id=[^;]*/.exec(attributes.getNamedItem('data-sanity')?.value ?? '')?.[0]
}
