import { entrance, partsOf } from '../../browser/entrance.motion.ts'

/** The line leaves the rail: down, across and up into the seal, which is stamped. */
export function enter(root: HTMLElement): gsap.core.Timeline {
  const [down, across, up, seal] = (['down', 'across', 'up', 'seal'] as const).map((name) =>
    partsOf(root, name),
  )
  const lines = [down, across, up].flatMap((part) => part ?? [])
  return entrance([...lines, ...(seal ?? [])])
    .from(down ?? [], { scaleY: 0, transformOrigin: 'top', duration: 0.3 })
    .from(across ?? [], { scaleX: 0, transformOrigin: 'left', duration: 0.5 })
    .from(up ?? [], { scaleY: 0, transformOrigin: 'bottom', duration: 0.25 })
    .from(seal ?? [], { scale: 1.25, rotation: -12, opacity: 0, duration: 0.36, ease: 'back.out(1.4)' })
}
