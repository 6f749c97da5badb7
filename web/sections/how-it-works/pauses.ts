import { part } from '../../browser/parts.ts'
import { reducedMotion, watchVisible } from '../../browser/visible.ts'

const VISIBLE = 0.3

type Reason = 'visitor' | 'focus' | 'off-screen' | 'hidden-tab' | 'less-motion'

export interface Pauses {
  /** Whether it is paused at the moment. */
  paused: () => boolean
  /** Pauses it as the visitor does: until they press play. */
  stop: () => void
}

/**
 * Watches everything that pauses what plays by itself: the visitor, keyboard focus in it, being off screen, a hidden
 * tab, a system that asks for less motion. It starts paused, until it is visible. Its button always tells the current
 * state; pressing play there overrides every other reason. `changed` hears of every change.
 */
export function watchPauses(root: HTMLElement, changed: (paused: boolean) => void): Pauses {
  const reasons = new Set<Reason>(['off-screen'])
  const toggle = root.querySelector<HTMLButtonElement>(part('toggle'))
  const paused = () => reasons.size > 0

  const tell = () => {
    toggle?.toggleAttribute('data-paused', paused())
    if (toggle) toggle.ariaLabel = toggle.dataset[paused() ? 'play' : 'pause'] ?? ''
    changed(paused())
  }
  const set = (reason: Reason, holds: boolean) => {
    if (holds === reasons.has(reason)) return
    if (holds) reasons.add(reason)
    else reasons.delete(reason)
    tell()
  }

  watchVisible(root, VISIBLE, (visible) => set('off-screen', !visible))
  document.addEventListener('visibilitychange', () => set('hidden-tab', document.hidden))
  const lessMotion = reducedMotion()
  const followSetting = () => set('less-motion', lessMotion.matches)
  lessMotion.addEventListener('change', followSetting)
  // The setting may have changed while the code that plays was fetched.
  followSetting()
  // A click moves the focus as well, but only a keyboard's focus is visible.
  root.addEventListener('focusin', () => set('focus', root.querySelector(':focus-visible') !== null))
  root.addEventListener('focusout', () => set('focus', false))
  if (toggle) toggle.disabled = false
  toggle?.addEventListener('click', () => {
    if (!paused()) return set('visitor', true)
    reasons.clear()
    tell()
  })
  return { paused, stop: () => set('visitor', true) }
}
