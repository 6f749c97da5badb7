import { watchVisible } from '../../browser/visible.ts'

const VISIBLE = 0.3

type Reason = 'visitor' | 'pointer' | 'focus' | 'off-screen' | 'hidden-tab'

/**
 * Watches everything that pauses what plays by itself: the visitor's button, a pointer over it,
 * focus in it, being off screen, a hidden tab. It starts paused, until it is seen. `changed` hears
 * of every change, also from one pause to another. Returns whether it is paused at the moment.
 */
export function watchPauses(root: HTMLElement, changed: (paused: boolean) => void): () => boolean {
  const reasons = new Set<Reason>(['off-screen'])
  const set = (reason: Reason, holds: boolean) => {
    if (holds === reasons.has(reason)) return
    if (holds) reasons.add(reason)
    else reasons.delete(reason)
    changed(reasons.size > 0)
  }

  watchVisible(root, VISIBLE, (visible) => set('off-screen', !visible))
  document.addEventListener('visibilitychange', () => set('hidden-tab', document.hidden))
  // A touch has no hover to leave again.
  root.addEventListener('pointerenter', ({ pointerType }) => set('pointer', pointerType !== 'touch'))
  root.addEventListener('pointerleave', () => set('pointer', false))
  root.addEventListener('focusin', () => set('focus', true))
  root.addEventListener('focusout', () => set('focus', false))

  const toggle = root.querySelector<HTMLElement>('[data-part=toggle]')
  toggle?.addEventListener('click', () => {
    const pause = !toggle.hasAttribute('data-paused')
    set('visitor', pause)
    toggle.toggleAttribute('data-paused', pause)
    toggle.ariaLabel = (pause ? toggle.dataset['play'] : toggle.dataset['pause']) ?? ''
    if (pause) return
    // Whoever presses play points at the button: that alone must not pause again.
    set('pointer', false)
    set('focus', false)
  })
  return () => reasons.size > 0
}
