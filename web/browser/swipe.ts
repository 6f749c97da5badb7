import { PHONE } from './windows.ts'

/** Distance times velocity, in px × px/s, beyond which a drag changes the slide. */
const THRESHOLD = 10_000
/** The speed at the end of a drag is measured over this last stretch of it. */
const STRETCH_MS = 100

/**
 * On phones the current slide follows the finger; `touch-action` leaves vertical scrolling and zooming to the browser.
 */
export function swipe(
  list: HTMLElement,
  current: () => HTMLElement | undefined,
  change: (direction: -1 | 1) => void,
): void {
  let drag: Drag | undefined
  let dragged: HTMLElement | undefined

  const release = () => {
    drag = undefined
    if (dragged) dragged.style.transform = ''
  }

  list.addEventListener('pointerdown', (event) => {
    // A second finger zooms the page and drags nothing.
    if (!event.isPrimary) return release()
    if (event.button !== 0 || !matchMedia(PHONE).matches) return
    drag = startDrag(event.clientX, event.timeStamp)
    dragged = current()
    list.setPointerCapture(event.pointerId)
  })
  list.addEventListener('pointermove', (event) => {
    if (!drag || !dragged) return
    dragged.style.transform = `translateX(${moveDrag(drag, event.clientX, event.timeStamp)}px)`
  })
  list.addEventListener('pointerup', (event) => {
    const direction = drag ? endDrag(drag, event.clientX, event.timeStamp) : 0
    release()
    if (direction !== 0) change(direction)
  })
  list.addEventListener('pointercancel', release)
  // Otherwise the browser would drag a logo under the pointer in place of the slide.
  list.addEventListener('dragstart', (event) => event.preventDefault())
}

interface Sample {
  x: number
  /** In ms. */
  time: number
}

/** A horizontal drag: where it began, and its latest positions. */
interface Drag {
  start: Sample
  recent: Sample[]
}

export function startDrag(x: number, time: number): Drag {
  return { start: { x, time }, recent: [{ x, time }] }
}

/** Adds a position to the drag. Returns how far it has moved, in px. */
export function moveDrag(drag: Drag, x: number, time: number): number {
  const fresh = drag.recent.filter((sample) => time - sample.time <= STRETCH_MS)
  // A busy phone may report less often than that: then the last report has to do.
  drag.recent = [...(fresh.length > 0 ? fresh : drag.recent.slice(-1)), { x, time }]
  return x - drag.start.x
}

/** Which way the slides move at the end of a drag: 1 to the next (a swipe left), -1 to the previous, 0 stays. */
export function endDrag(drag: Drag, x: number, time: number): -1 | 0 | 1 {
  const distance = moveDrag(drag, x, time)
  const first = drag.recent[0] ?? drag.start
  const seconds = Math.max(time - first.time, 1) / 1000
  const power = Math.abs(distance) * ((x - first.x) / seconds)
  if (power < -THRESHOLD) return 1
  return power > THRESHOLD ? -1 : 0
}
