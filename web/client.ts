import { attach as line } from './behaviours/audit-line.ts'
import { attach as header } from './behaviours/header.ts'
import { attach as menu } from './behaviours/menu.ts'
import { attach as navigation } from './behaviours/navigation.ts'
import { attach as theme } from './behaviours/theme.ts'
import { startOutbox } from './browser/outbox-start.ts'
import { wireIslands } from './client-islands.ts'
import { whenIdle, whenNear } from './client-moments.ts'

interface Behaviour {
  attach: (element: HTMLElement) => unknown
}

/** Small enough to come with the page. */
const here: Record<string, Behaviour['attach']> = { header, line, menu, theme }

/** Fetched as the page opens, where it has their element. */
const onOpen: Record<string, () => Promise<Behaviour>> = {
  rail: () => import('./behaviours/rail.ts'),
  'roi-link': () => import('./behaviours/roi-link.ts'),
  'bot-check': () => import('./behaviours/bot-check.ts'),
  'waitlist-count': () => import('./behaviours/waitlist-count.ts'),
}

/** Fetched once the first view is complete and the browser has nothing else to do. */
const onIdle: Record<string, () => Promise<Behaviour>> = {
  stars: () => import('./behaviours/stars.ts'),
}

/** Fetched when their element comes near the viewport. */
const onNear: Record<string, () => Promise<Behaviour>> = {
  copy: () => import('./behaviours/copy.ts'),
  counter: () => import('./behaviours/counter.ts'),
  demo: () => import('./behaviours/demo.ts'),
  entrance: () => import('./behaviours/entrance.ts'),
  examples: () => import('./behaviours/examples.ts'),
  lens: () => import('./behaviours/lens.ts'),
  marquee: () => import('./behaviours/marquee.ts'),
  slides: () => import('./behaviours/slides.ts'),
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
