import type { FindAgain } from '../../browser/controls.ts'
import type { HydratedIsland } from '../../browser/names.ts'
import { untilLoaded } from '../../browser/when.ts'

interface Hydrated {
  /** Resolves once React has hydrated the element, with how to find an earlier control again. */
  hydrate: (element: HTMLElement, props: unknown) => Promise<FindAgain>
}

const islands: Record<HydratedIsland, () => Promise<Hydrated>> = {
  roi: () => import('../../sections/roi/roi.island.tsx'),
}

/**
 * Fetches React once somebody touches the island, or the address has values for it; a failure is tried again. What was
 * pressed before it came is pressed again then; `hydrate` keeps what was typed.
 */
export function attach(element: HTMLElement): void {
  const load = islands[element.dataset['island'] as HydratedIsland]
  const pressed: ((findAgain: FindAgain) => void)[] = []
  const keep = (event: Event) => {
    const { target } = event
    const button = target instanceof Element && target.closest('button')
    if (event.type === 'click' && button) pressed.push((findAgain) => findAgain(button).click())
    touched()
    if (event instanceof KeyboardEvent && /^Arrow(?:Up|Down)$/.test(event.key)) {
      event.preventDefault()
      const press = new KeyboardEvent(event.type, event)
      pressed.push((findAgain) => findAgain(target as HTMLElement).dispatchEvent(press))
    }
  }
  const start = async () => {
    removeEventListener('hashchange', follow)
    // Fetched together, as the island's own file would ask for React only once it has come.
    const [island] = await untilLoaded(() => Promise.all([load(), import('../../browser/mount.tsx')]))
    const findAgain = await island.hydrate(element, JSON.parse(element.dataset['props'] ?? '{}'))
    for (const type of ['click', 'keydown']) element.removeEventListener(type, keep)
    for (const press of pressed) {
      press(findAgain)
      // Lets React render after each, or the next one would count from the same value.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const follow = () => {
    if (location.hash.startsWith(`#${element.dataset['island']}?`)) touched()
  }
  for (const type of ['click', 'keydown']) element.addEventListener(type, keep)
  const touched = whenTouched(element, start)
  addEventListener('hashchange', follow)
  follow()
  // What happened before this code came has left its traces.
  const fields = [...element.querySelectorAll<HTMLInputElement>('input')]
  const isTyped = fields.some(({ value, defaultValue }) => value !== defaultValue)
  if (isTyped || element.matches(':focus-within, :hover')) touched()
}

/**
 * Runs once, when a pointer moves over the element or presses it, or something in it gets the focus. Returns a function
 * that runs it earlier, for another reason.
 */
function whenTouched(element: HTMLElement, run: () => unknown): () => void {
  const started = new AbortController()
  const { signal } = started
  const start = () => {
    if (signal.aborted) return
    started.abort()
    run()
  }
  for (const type of ['pointermove', 'pointerdown', 'focusin'])
    element.addEventListener(type, start, { signal })
  return start
}
