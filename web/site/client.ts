import type { BehaviourName } from '../browser/names.ts'
import { whenIdle, whenNear } from '../browser/when.ts'
import { startOutbox } from '../forms/outbox-start.ts'
import { attach as line } from '../ui/audit-line.behaviour.ts'
import { wireIslands } from './client-islands.ts'
import { attachHeader, attachMenu, attachTheme } from './header.behaviour.ts'
import { attach as navigation } from './navigation.ts'

type Attach = (element: HTMLElement) => unknown
type Load = () => Promise<{ attach: Attach }>

/** Fetched as the page opens, where it has their element. */
const onOpen =
  (load: Load): Attach =>
  (element) =>
    follow(element, load)()

/** Fetched once the first view is complete and the browser has nothing else to do. */
const onIdle =
  (load: Load): Attach =>
  (element) =>
    whenIdle(follow(element, load))

/** Fetched when their element comes near the viewport. */
const onNear =
  (load: Load): Attach =>
  (element) =>
    whenNear(element, follow(element, load))

/** Every behaviour: the first four are small enough to come with the page. */
const behaviours: Record<BehaviourName, Attach> = {
  header: attachHeader,
  line,
  menu: attachMenu,
  theme: attachTheme,
  rail: onOpen(() => import('./rail.behaviour.ts')),
  'roi-link': onOpen(() => import('../sections/roi/roi-link.behaviour.ts')),
  'bot-check': onOpen(() => import('../forms/bot-check.behaviour.ts')),
  'waitlist-count': onOpen(() => import('../sections/hero/waitlist-count.behaviour.ts')),
  stars: onIdle(() => import('../art/stars.behaviour.ts')),
  copy: onNear(() => import('../ui/copy.behaviour.ts')),
  counter: onNear(() => import('../sections/why-now/counters.behaviour.ts')),
  demo: onNear(() => import('../sections/demo/demo.behaviour.ts')),
  entrance: onNear(() => import('../browser/entrance.behaviour.ts')),
  examples: onNear(() => import('../sections/how-it-works/how-it-works.behaviour.ts')),
  faq: onNear(() => import('../sections/faq/faq.behaviour.ts')),
  lens: onNear(() => import('../sections/platform/lens.behaviour.ts')),
  marquee: onNear(() => import('../sections/integrations/marquee.behaviour.ts')),
  slides: onNear(() => import('../sections/platform/slides.behaviour.ts')),
}

/** Gives what fetches a behaviour. A button pressed before that has come is pressed again when it has. */
function follow(element: HTMLElement, load: Load): () => Promise<unknown> {
  let pressed: HTMLElement | null = null
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  element.addEventListener('click', keep)
  return () =>
    load().then(
      ({ attach }) => {
        element.removeEventListener('click', keep)
        const attached = attach(element)
        pressed?.click()
        return attached
      },
      (error: unknown) => console.warn(error),
    )
}

for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]'))
  behaviours[element.dataset['behaviour'] as BehaviourName]?.(element)
navigation()
wireIslands()
startOutbox(() => import('../forms/outbox.ts'))
