import { part } from '../../browser/parts.ts'
type Reason = 'visitor' | 'pointer' | 'focus'

/**
 * Lets the button stop and start the logos, which stop under a pointer and with the focus in them, too. Its words say
 * what is true at each moment; pressing play goes before every reason. The styles move what
 * `data-playing` is around, and hold what `data-paused` is.
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

  // A finger points at nothing once it is lifted: its tap leaves the focus.
  track.addEventListener('pointerenter', ({ pointerType }) => set('pointer', pointerType !== 'touch'))
  track.addEventListener('pointerleave', () => set('pointer', false))
  track.addEventListener('focusin', () => set('focus', true))
  track.addEventListener('focusout', () => set('focus', false))
  // A press takes the focus off the logos before it is a click, and means what the button said until then.
  toggle.addEventListener('pointerdown', () => (aimedAtPlay = reasons.size > 0))
  toggle.addEventListener('click', ({ detail, isTrusted }) => {
    const isByKey = detail === 0
    // One that was kept until this code came is pressed again by that: the button said “Pause” then.
    if (isTrusted && (isByKey ? reasons.size > 0 : aimedAtPlay)) reasons.clear()
    else reasons.add('visitor')
    tell()
  })
  if (track.matches(':hover') && matchMedia('(hover:hover)').matches) reasons.add('pointer')
  if (track.matches(':focus-within')) reasons.add('focus')
  tell()
}
