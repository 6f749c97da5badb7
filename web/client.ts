import * as header from './behaviours/header.ts'
import * as menu from './behaviours/menu.ts'
import * as navigation from './behaviours/navigation.ts'
import * as rail from './behaviours/rail.ts'
import * as theme from './behaviours/theme.ts'

interface Behaviour {
  attach: (element: HTMLElement) => void
}

const atOnce: Record<string, Behaviour> = { header, menu, rail, theme }

/** Fetched when their element comes near the viewport. */
const near: Record<string, () => Promise<Behaviour>> = {
  counter: () => import('./behaviours/counter.ts'),
  demo: () => import('./behaviours/demo.ts'),
  entrance: () => import('./behaviours/entrance.ts'),
  examples: () => import('./behaviours/examples.ts'),
  marquee: () => import('./behaviours/marquee.ts'),
  stars: () => loaded().then(() => import('./behaviours/stars.ts')),
  'waitlist-count': () => import('./behaviours/waitlist-count.ts'),
}

navigation.attach()
for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]')) {
  const name = element.dataset['behaviour'] ?? ''
  atOnce[name]?.attach(element)
  const load = near[name]
  if (load) bring(element, load)
}

/** Fetches a behaviour when its element comes near; a button pressed before that is pressed again. */
function bring(element: HTMLElement, load: () => Promise<Behaviour>): void {
  let pressed: HTMLElement | null = null
  const remember = ({ target }: Event) => {
    pressed = (target as Element).closest('button')
  }
  element.addEventListener('click', remember)
  whenNear(element, async () => {
    const { attach } = await load()
    element.removeEventListener('click', remember)
    attach(element)
    pressed?.click()
  })
}

function whenNear(element: HTMLElement, start: () => Promise<void>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      void start()
    },
    { rootMargin: '600px' },
  )
  observer.observe(element)
}

/** Resolves once the first view is complete: what is only decoration waits for it. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }))
}
