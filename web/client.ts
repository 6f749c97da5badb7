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
const near: Record<string, () => Promise<Behaviour>> = {}

navigation.attach()
for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]')) {
  const name = element.dataset['behaviour'] ?? ''
  atOnce[name]?.attach(element)
  const load = near[name]
  if (load) whenNear(element, async () => (await load()).attach(element))
}

function whenNear(element: HTMLElement, start: () => Promise<void>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      void start()
    },
    { rootMargin: '300px' },
  )
  observer.observe(element)
}
