import { part } from '../../browser/parts.ts'

type Reason = 'visitor' | 'pointer' | 'focus'

/**
 * Lets the button stop and start the logos, which also stop under a pointer and while the focus is in them. The button
 * always tells the current state; pressing play overrides every reason. The styles move the logos under `data-playing`,
 * and hold them under `data-paused`.
 */
export function attach(element: HTMLElement): void {
  const toggle = element.querySelector<HTMLElement>(part('toggle'))
  const track = element.querySelector<HTMLElement>(part('track'))
  if (!toggle || !track) return
  const pause = { text: toggle.textContent, name: toggle.ariaLabel }
  const play = { text: toggle.dataset['play'] ?? '', name: toggle.dataset['playName'] ?? '' }
  const reasons = new Set<Reason>()
  let aimedAtPlay = false

  const tell = () => {
    const paused = reasons.size > 0
    element.toggleAttribute('data-paused', paused)
    element.toggleAttribute('data-playing', !paused)
    const words = paused ? play : pause
    toggle.textContent = words.text
    toggle.ariaLabel = words.name
  }
  const set = (reason: Reason, holds: boolean) => {
    if (holds) reasons.add(reason)
    else reasons.delete(reason)
    tell()
  }

  // A finger points at nothing once it is lifted: its tap only leaves the focus.
  track.addEventListener('pointerenter', ({ pointerType }) => set('pointer', pointerType !== 'touch'))
  track.addEventListener('pointerleave', () => set('pointer', false))
  track.addEventListener('focusin', () => set('focus', true))
  track.addEventListener('focusout', () => set('focus', false))
  // A press moves the focus off the logos before it becomes a click: what counts is what the button said until then.
  toggle.addEventListener('pointerdown', () => (aimedAtPlay = reasons.size > 0))
  toggle.addEventListener('click', ({ detail, isTrusted }) => {
    const isByKey = detail === 0
    // A click that was kept until this code came is repeated by script: the button said “Pause” then.
    if (isTrusted && (isByKey ? reasons.size > 0 : aimedAtPlay)) reasons.clear()
    else reasons.add('visitor')
    tell()
  })
  if (track.matches(':hover') && matchMedia('(hover:hover)').matches) reasons.add('pointer')
  if (track.matches(':focus-within')) reasons.add('focus')
  tell()
}
