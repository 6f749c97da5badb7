import { part } from '../../browser/parts.ts'
import { swipe } from '../../browser/swipe.ts'

/**
 * Shows one slide at a time: chosen by buttons, and swiped on phones. They wrap at both ends. The styles show the slide
 * with `data-current`; after the first change, `data-changed` animates each slide as it comes.
 */
export function attach(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>(part('slides'))
  const slides = [...root.querySelectorAll<HTMLElement>(part('slide'))]
  const status = root.querySelector<HTMLElement>(part('status'))
  const choices = [...root.querySelectorAll<HTMLElement>(part('choice'))]
  if (!list || !status || slides.length === 0) return
  let index = 0

  const show = (next: number) => {
    index = (next + slides.length) % slides.length
    root.dataset['changed'] = ''
    for (const [i, slide] of slides.entries()) slide.toggleAttribute('data-current', i === index)
    for (const [i, choice] of choices.entries()) {
      if (i % slides.length === index) choice.setAttribute('aria-current', 'true')
      else choice.removeAttribute('aria-current')
    }
    status.textContent = slides[index]?.querySelector('h3')?.textContent ?? ''
  }

  // Without scripts the list scrolls and has to be focusable; now it does neither.
  const leave = () => list.removeAttribute('tabindex')
  // Taken from somebody who has the focus there, it would fall to the start of the page.
  if (document.activeElement === list) list.addEventListener('blur', leave, { once: true })
  else leave()
  for (const [i, choice] of choices.entries()) {
    choice.addEventListener('click', () => show(i % slides.length))
  }
  swipe(
    list,
    () => slides[index],
    (direction) => show(index + direction),
  )
}
