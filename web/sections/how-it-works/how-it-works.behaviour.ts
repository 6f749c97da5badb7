import type * as Motion from './stage.motion.ts'
import { isSeen, prefersReducedMotion } from '../../browser/visible.ts'
import { watchPauses } from './pauses.ts'

const TAGLINE_SECONDS = 2.8
/** Share of the carousel that may be seen before its example is put at its first moment. */
const PEEK = 0.1

/**
 * Steps through the examples: by its buttons and arrow keys, and by itself unless the visitor asks
 * for less motion. Only what the visitor does is announced.
 */
export async function attach(root: HTMLElement): Promise<void> {
  const slides = all(root, '[data-part=slide]')
  const lists = ['[data-part=position] > *', '[data-part=ticks] > *'].map((list) => all(root, list))
  const previous = root.querySelector<HTMLButtonElement>('[data-part=previous]')
  const next = root.querySelector<HTMLButtonElement>('[data-part=next]')
  const status = root.querySelector<HTMLElement>('[data-part=status]')
  if (!previous || !next || !status) return
  let current = 0
  let moved: ((index: number) => void) | undefined

  const show = (index: number) => {
    current = index
    for (const list of [slides, ...lists]) mark(list, index)
    if (index === 0 && document.activeElement === previous) next.focus()
    previous.disabled = index === 0
  }
  const step = (by: 1 | -1) => {
    const index = (current + by) % slides.length
    if (index < 0) return
    show(index)
    moved?.(index)
    status.textContent = lists[0]?.[index]?.textContent ?? ''
  }
  previous.addEventListener('click', () => step(-1))
  next.addEventListener('click', () => step(1))
  root.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  })

  if (prefersReducedMotion()) return
  moved = autoplay({ root, slides, show, motion: await import('./stage.motion.ts') })
}

interface Autoplay {
  root: HTMLElement
  slides: readonly HTMLElement[]
  show: (index: number) => void
  motion: typeof Motion
}

/** Goes round and round. Returns what to call when the visitor has moved to another example. */
function autoplay({ root, slides, show, motion }: Autoplay): (index: number) => void {
  let current = 0
  const start = () => {
    const stage = slides[current]
    return (
      stage &&
      motion.runStage(stage, {
        phase: (phase) => root.setAttribute('data-phase', phase),
        done: () => {
          leave((current + 1) % slides.length)
          show(current)
          run = start()
          run?.play()
        },
      })
    )
  }
  // What can be seen already is not taken back to its first moment: it is held, then the next one plays.
  let run = isSeen(root, PEEK) ? undefined : start()
  const leave = (index: number) => {
    run?.end()
    run = undefined
    current = index
  }
  const play = () => {
    if (!run) {
      run = start()
      run?.skip()
    }
    run?.play()
  }

  const taglines = all(root, '[data-part=taglines] > *')
  let tagline = 0
  const rotation = motion.every(TAGLINE_SECONDS, () => {
    tagline = (tagline + 1) % taglines.length
    mark(taglines, tagline)
  })
  const paused = watchPauses(root, (still) => {
    root.toggleAttribute('data-playing', !still)
    rotation.paused(still)
    if (still) run?.hold()
    else play()
  })
  addEventListener('beforeprint', () => leave(current))
  return (index) => {
    leave(index)
    if (!paused()) play()
  }
}

function all(root: HTMLElement, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

function mark(list: readonly HTMLElement[], index: number): void {
  for (const [i, element] of list.entries()) element.toggleAttribute('data-current', i === index)
}
