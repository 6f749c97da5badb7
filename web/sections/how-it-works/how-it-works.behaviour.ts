import { part } from '../../browser/parts.ts'
import { swipe } from '../../browser/swipe.ts'
import { prefersReducedMotion } from '../../browser/visible.ts'
import { untilLoaded } from '../../browser/when.ts'
import { watchPauses } from './pauses.ts'
import type * as Motion from './stage.motion.ts'

const TAGLINE_SECONDS = 2.8

/**
 * Steps through the examples: by buttons, arrow keys and swipes, and by itself until the visitor does, unless they ask
 * for less motion. Only the visitor's steps are announced. The styles show what has `data-current` and follow
 * `data-playing`; `data-phase` says how far the motion is.
 */
export async function attach(root: HTMLElement): Promise<void> {
  const slides = all(root, part('slide'))
  const lists = [`${part('position')} > *`, `${part('ticks')} > *`].map((list) => all(root, list))
  const previous = root.querySelector<HTMLButtonElement>(part('previous'))
  const next = root.querySelector<HTMLButtonElement>(part('next'))
  const status = root.querySelector<HTMLElement>(part('status'))
  const list = root.querySelector<HTMLElement>(part('slides'))
  if (!previous || !next || !status || !list) return
  let current = 0
  let taken = false
  let auto: Autoplay | undefined

  const show = (index: number) => {
    current = index
    for (const marked of [slides, ...lists]) mark(marked, index)
    if (index === 0 && document.activeElement === previous) next.focus()
    previous.disabled = index === 0
  }
  const step = (by: 1 | -1) => {
    const index = (current + by) % slides.length
    if (index < 0) return
    taken = true
    if (auto) auto.draw(index)
    else show(index)
    status.textContent = lists[0]?.[index]?.textContent ?? ''
  }
  previous.addEventListener('click', () => step(-1))
  next.addEventListener('click', () => step(1))
  root.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
    // With a modifier, it is a shortcut of the browser or the system, such as Alt and an arrow for Back.
    if (altKey || ctrlKey || metaKey || shiftKey) return
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  })
  swipe(list, () => slides[current], step)

  if (prefersReducedMotion()) return
  const motion = await untilLoaded(() => import('./stage.motion.ts'))
  auto = autoplay({ root, slides, first: current, show, motion })
  if (taken) auto.stop()
}

interface Playing {
  root: HTMLElement
  slides: readonly HTMLElement[]
  /** Index of the current example. */
  first: number
  show: (index: number) => void
  motion: typeof Motion
}

interface Autoplay {
  /** Ends it until the visitor presses play. */
  stop: () => void
  /** Ends it, and draws another example over the current one. */
  draw: (index: number) => void
}

/** Plays the examples in a loop until the visitor takes over. */
function autoplay({ root, slides, first, show, motion }: Playing): Autoplay {
  let current = first
  let run: Motion.StageRun | undefined
  const change = (index: number) => {
    run?.end()
    const [from, to] = [slides[current], slides[index]]
    current = index
    show(index)
    if (!to) return
    run = motion.runStage({
      from: from === to ? undefined : from,
      to,
      phase: (phase) => root.setAttribute('data-phase', phase),
      done: () => {
        change((current + 1) % slides.length)
        run?.play()
      },
    })
  }
  change(first)

  const taglines = all(root, `${part('taglines')} > *`)
  let tagline = 0
  const rotation = motion.every(TAGLINE_SECONDS, () => {
    tagline = (tagline + 1) % taglines.length
    mark(taglines, tagline)
  })
  const pauses = watchPauses(root, (paused) => {
    root.toggleAttribute('data-playing', !paused)
    rotation.paused(paused)
    if (paused) run?.hold(prefersReducedMotion())
    else run?.play()
  })
  // A touch that scrolls the page is cancelled and does not end in a `pointerup`; the button pauses by itself.
  root.addEventListener('pointerup', ({ pointerType, target }) => {
    const onButton = target instanceof Element && target.closest(part('toggle'))
    if (pointerType !== 'mouse' && !onButton) pauses.stop()
  })
  // Paper shows every example, whole.
  addEventListener('beforeprint', () => run?.end())
  addEventListener('afterprint', () => {
    change(current)
    if (!pauses.paused()) run?.play()
  })
  return {
    stop: () => pauses.stop(),
    draw(index) {
      pauses.stop()
      change(index)
      run?.draw(prefersReducedMotion())
    },
  }
}

function all(root: HTMLElement, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

function mark(list: readonly HTMLElement[], index: number): void {
  for (const [i, element] of list.entries()) element.toggleAttribute('data-current', i === index)
}
