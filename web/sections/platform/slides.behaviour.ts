import { endDrag, moveDrag, startDrag, type Drag } from '../../ui/swipe.ts'

/** Below this the examples are swiped; above it they are chosen by tabs. */
const phone = '(max-width:639px)'

/** Slides of which one shows: chosen by buttons, and swiped on phones. They wrap at both ends. */
export function attach(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>('[data-part="slides"]')
  const slides = [...root.querySelectorAll<HTMLElement>('[data-part="slide"]')]
  const choices = [...root.querySelectorAll<HTMLElement>('[data-part="choice"]')]
  if (!list || slides.length === 0) return
  let index = 0

  function show(next: number) {
    index = (next + slides.length) % slides.length
    root.dataset['changed'] = ''
    for (const [i, slide] of slides.entries()) {
      slide.toggleAttribute('data-current', i === index)
      slide.style.transform = ''
    }
    for (const [i, choice] of choices.entries()) {
      if (i % slides.length === index) choice.setAttribute('aria-current', 'true')
      else choice.removeAttribute('aria-current')
    }
  }

  // Without scripts the list scrolls and needs the focus; now it does neither.
  list.removeAttribute('tabindex')
  for (const [i, choice] of choices.entries()) {
    choice.addEventListener('click', () => show(i % slides.length))
  }
  swipe(
    list,
    () => slides[index],
    (direction) => show(index + direction),
  )
}

/** The current slide follows the finger; `touch-action` leaves vertical scrolling to the browser. */
function swipe(
  list: HTMLElement,
  current: () => HTMLElement | undefined,
  change: (direction: -1 | 1) => void,
): void {
  let drag: Drag | undefined

  list.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0 || !matchMedia(phone).matches) return
    drag = startDrag(event.clientX, event.timeStamp)
    list.setPointerCapture(event.pointerId)
  })
  list.addEventListener('pointermove', (event) => {
    const slide = current()
    if (!drag || !slide) return
    slide.style.transform = `translateX(${moveDrag(drag, event.clientX, event.timeStamp)}px)`
  })
  list.addEventListener('pointerup', (event) => {
    const direction = drag ? endDrag(drag, event.clientX, event.timeStamp) : 0
    drag = undefined
    if (direction !== 0) change(direction)
    else release(current())
  })
  list.addEventListener('pointercancel', () => {
    drag = undefined
    release(current())
  })
  // A logo under the pointer would be dragged in the slide's place.
  list.addEventListener('dragstart', (event) => event.preventDefault())
}

function release(slide: HTMLElement | undefined): void {
  if (slide) slide.style.transform = ''
}
