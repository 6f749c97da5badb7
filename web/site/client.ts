import type { BehaviourName } from '../browser/names.ts'
import { untilLoaded, whenDrawn } from '../browser/when.ts'
import { startOutbox } from '../forms/outbox-start.ts'
import { attach as line } from './audit-line.behaviour.ts'
import type { ContactBehaviour } from './client/contact.ts'
import { attach as navigation } from './client/navigation.ts'
import { wireTooltips, wireWaitlist } from './client/on-demand.ts'
import { attachHeader, attachMenu, attachTheme } from './header.behaviour.ts'

/** After this long on a link, its page is ready: browsers begin to prepare it after 200 ms. */
const PREPARED_MS = 500

export type Attach = (element: HTMLElement) => unknown

/** Behaviours on every page come with this script. */
const own = { header: attachHeader, line, menu: attachMenu, theme: attachTheme }

/** Those on some pages are in `behaviours.ts`, which says for each when its code is fetched. */
export type SectionBehaviour = Exclude<BehaviourName, keyof typeof own | ContactBehaviour>

/**
 * Waits for the code of a behaviour, and attaches it. Buttons that are pressed before it has come are pressed again
 * then.
 */
async function follow(element: HTMLElement, load: () => Promise<Attach>): Promise<void> {
  const pressed: (HTMLElement | null)[] = []
  const keep = ({ target, isTrusted }: Event) => {
    // A repeated press bubbles up to behaviours around this one, which have kept the press themselves.
    if (isTrusted) pressed.push((target as Element).closest('button'))
  }
  element.addEventListener('click', keep)
  const attach = await untilLoaded(load)
  element.removeEventListener('click', keep)
  attach(element)
  for (const button of pressed) button?.click()
}

// Listens for clicks as soon as this script runs, while the page may still be loading.
navigation()
wireWaitlist()
wireTooltips()
if ('prerendering' in document) showPreparedAtOnce()
// Attaching behaviours to parts of the page would hold up its first frame.
whenDrawn(attachAll)

function attachAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]')) {
    const name = element.dataset['behaviour'] as BehaviourName
    // Each on its own, so that one that fails does not affect the others.
    void follow(
      element,
      async () =>
        (own as Partial<Record<BehaviourName, Attach>>)[name] ??
        // The contact page uses nothing that `behaviours.ts` knows: its one file comes without that.
        (name === 'contact-form' || name === 'copy'
          ? import('./client/contact.ts').then((page) => page.contact[name])
          : import('./client/behaviours.ts').then((all) => all.load(name as SectionBehaviour, element))),
    )
  }
  startOutbox(() => import('../forms/outbox.ts'))
}

/**
 * Shows a prerendered page at once. A view transition would soften a wait that does not exist, and without a graphics
 * card its picture of the old page costs more than the change itself. No page can tell what the browser has
 * prerendered, so the time that a pointer rests on a link has to tell it.
 */
function showPreparedAtOnce(): void {
  let over: Element | null = null
  let since = 0
  addEventListener('pointerover', ({ target, timeStamp }) => {
    const link = (target as Element).closest('a')
    if (link !== over) since = timeStamp
    over = link
  })
  addEventListener('pageswap', ({ timeStamp, viewTransition }) => {
    if (over && timeStamp - since > PREPARED_MS) viewTransition?.skipTransition()
  })
}
