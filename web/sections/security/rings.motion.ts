import { entrance, partsOf } from '../../browser/entrance.motion.ts'

/** Shares of the line at which it has passed the outer, the middle and the inner gate, and arrived. */
const GATES = [0.27, 0.49, 0.7, 1]
const TURN = 6
const LEG = 0.25

/** The line crosses the gates, 250 ms each, while the rings turn 6° against each other to rest. */
export function enter(root: HTMLElement): gsap.core.Timeline {
  const rings = partsOf(root, 'ring')
  const line = partsOf(root, 'request')
  const timeline = entrance([...rings, ...line])
  rings.forEach((ring, i) => {
    timeline.from(ring, { rotation: i % 2 ? -TURN : TURN, duration: LEG * GATES.length }, 0)
  })
  GATES.forEach((scaleX, i) => {
    const leg = { scaleX, duration: LEG, ease: 'power2.inOut' }
    if (i > 0) timeline.to(line, leg, i * LEG)
    else timeline.fromTo(line, { scaleX: 0, transformOrigin: '0 50%' }, leg, 0)
  })
  return timeline
}
