import { attach as line } from '../ui/audit-line.behaviour.ts'
import { attach as header } from './header.behaviour.ts'
import { attach as menu } from './menu.behaviour.ts'
import { attach as navigation } from './navigation.ts'
import { attach as theme } from './theme-toggle.behaviour.ts'
import { startOutbox } from '../forms/outbox-start.ts'
import { wireIslands } from './client-islands.ts'
import { whenIdle, whenNear } from '../browser/when.ts'

interface Behaviour {
  attach: (element: HTMLElement) => unknown
}

/** Small enough to come with the page. */
const here: Record<string, Behaviour['attach']> = { header, line, menu, theme }

/** Fetched as the page opens, where it has their element. */
const onOpen: Record<string, () => Promise<Behaviour>> = {
  rail: () => import('./rail.behaviour.ts'),
  'roi-link': () => import('../sections/roi/roi-link.behaviour.ts'),
  'bot-check': () => import('../forms/bot-check.behaviour.ts'),
  'waitlist-count': () => import('../sections/closing/waitlist-count.behaviour.ts'),
}

/** Fetched once the first view is complete and the browser has nothing else to do. */
const onIdle: Record<string, () => Promise<Behaviour>> = {
  stars: () => import('../art/stars.behaviour.ts'),
}

/** Fetched when their element comes near the viewport. */
const onNear: Record<string, () => Promise<Behaviour>> = {
  copy: () => import('../ui/copy.behaviour.ts'),
  counter: () => import('../sections/why-now/counters.behaviour.ts'),
  demo: () => import('../sections/demo/demo.behaviour.ts'),
  entrance: () => import('../browser/entrance.behaviour.ts'),
  examples: () => import('../sections/how-it-works/how-it-works.behaviour.ts'),
  lens: () => import('../sections/platform/lens.behaviour.ts'),
  marquee: () => import('../sections/integrations/marquee.behaviour.ts'),
  slides: () => import('../sections/platform/slides.behaviour.ts'),
}

/** Gives what fetches a behaviour. A button pressed before that has come is pressed again when it has. */
function follow(element: HTMLElement, load: () => Promise<Behaviour>): () => Promise<unknown> {
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

for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]')) {
  const name = element.dataset['behaviour'] ?? ''
  const [open, idle, near] = [onOpen[name], onIdle[name], onNear[name]]
  here[name]?.(element)
  if (open) void follow(element, open)()
  if (idle) whenIdle(follow(element, idle))
  if (near) whenNear(element, follow(element, near))
}
navigation()
wireIslands()
startOutbox()
