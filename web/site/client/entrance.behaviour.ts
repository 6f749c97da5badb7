import type { EntranceName } from '../../browser/names.ts'
import { isSeen, onceVisible, prefersReducedMotion } from '../../browser/visible.ts'

const VISIBLE = 0.3
/** Share of a section that may be visible when it is set to its first moment. */
const PEEK = 0.1

interface Motion {
  /** Sets the section to its first moment and returns the timeline that plays from there. */
  enter: (root: HTMLElement) => { play: () => unknown; progress: (share: number) => unknown }
}

const motions: Record<EntranceName, () => Promise<Motion>> = {
  fan: () => import('../../sections/cal/fan.motion.ts'),
  rings: () => import('../../sections/security/rings.motion.ts'),
  branch: () => import('../../sections/closing/branch.motion.ts'),
}

/**
 * Plays the entrance that `data-motion` names, once, at 30 % visible. A section that is already visible when the motion
 * arrives stays as it is: nothing that somebody reads may vanish.
 */
export async function attach(element: HTMLElement): Promise<void> {
  const load = motions[element.dataset['motion'] as EntranceName]
  if (!load || prefersReducedMotion()) return
  const { enter } = await load()
  if (isSeen(element, PEEK)) return
  const timeline = enter(element)
  addEventListener('beforeprint', () => timeline.progress(1))
  onceVisible(element, VISIBLE, () => timeline.play())
}
