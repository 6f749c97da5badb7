import type { PartName } from '../../browser/names.ts'
import { part } from '../../browser/parts.ts'
import { isSeen, onceVisible, prefersReducedMotion } from '../../browser/visible.ts'

const STEP_MS = 900
const VISIBLE = 0.3
/** Share of the preview that may be visible when it is set back to its intake. */
const PEEK = 0.1
/** Steps, counted from 1, from which the draft and its corrections show. */
const DRAFTED = 2
const REDLINED = 3

/**
 * Sets the preview back to its intake and plays it once when it is seen: a step every 900 ms. The slider leads to any
 * step; under reduced motion it is the only control. The styles follow what is set here: `data-state` of each step and
 * entry, `data-draft`, `data-sealed` and `data-playing`.
 */
export function attach(root: HTMLElement): void {
  const lists = (['step', 'entry'] as const).map((name) => [...root.querySelectorAll(part(name))])
  const total = lists[0]?.length ?? 0
  const find = (name: PartName) => root.querySelector<HTMLElement>(part(name))
  const [toggle, range, position] = [
    find('toggle'),
    root.querySelector<HTMLInputElement>(part('range')),
    find('position'),
  ]
  const [done, redlined, corrected] = [find('done'), find('redlined'), find('text')]
  if (!toggle || !range || !position || !done || !redlined || !corrected) return
  redlined.before(draftOf(corrected))
  let current = total
  let timer: number | undefined

  const show = (step: number) => {
    current = step
    for (const list of lists) {
      for (const [i, item] of list.entries()) item.setAttribute('data-state', stateOf(i + 1, step))
    }
    if (step < REDLINED) root.dataset['draft'] = step < DRAFTED ? 'none' : 'raw'
    else delete root.dataset['draft']
    root.toggleAttribute('data-sealed', step >= total)
    const text = (position.dataset['template'] ?? '').replace('{n}', String(Math.max(step, 1)))
    position.textContent = text
    range.value = String(step)
    range.setAttribute('aria-valuetext', text)
    done.style.transform = `scaleX(${step / total})`
  }
  const pause = () => {
    clearTimeout(timer)
    timer = undefined
    offer(toggle, 'play')
  }
  const play = () => {
    root.setAttribute('data-playing', '')
    offer(toggle, 'pause')
    show(current >= total ? 1 : current + 1)
    timer = window.setTimeout(current >= total ? pause : play, STEP_MS)
  }

  toggle.addEventListener('click', () => (timer === undefined ? play() : pause()))
  range.addEventListener('input', () => {
    pause()
    show(Number(range.value))
  })
  if (prefersReducedMotion() || isSeen(root, PEEK)) {
    // The slider may have been moved before this code came, or restored by the browser.
    show(Number(range.value))
    return
  }
  show(0)
  onceVisible(root, VISIBLE, () => {
    if (current === 0) play()
  })
}

/** The draft before its corrections, for the animation alone: the page holds the corrected one. */
function draftOf(text: HTMLElement): HTMLElement {
  const draft = text.cloneNode(true) as HTMLElement
  draft.dataset['part'] = 'draft'
  draft.setAttribute('aria-hidden', 'true')
  return draft
}

function stateOf(item: number, step: number): 'past' | 'on' | 'todo' {
  if (item === step) return 'on'
  return item < step ? 'past' : 'todo'
}

/** Names on the button what it does next. */
function offer(toggle: HTMLElement, next: 'play' | 'pause'): void {
  toggle.toggleAttribute('data-paused', next === 'play')
  toggle.ariaLabel = toggle.dataset[next] ?? ''
}
