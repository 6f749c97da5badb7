import { entrance, partsOf } from '../../browser/entrance.motion.ts'

/** The raw text, the lines wiped down from it in 500 ms, and the sheets that rise 80 ms apart. */
export function enter(root: HTMLElement): gsap.core.Timeline {
  const raw = partsOf(root, 'raw')
  const fan = partsOf(root, 'fan')
  const lines = fan.flatMap((clip) => [...clip.children])
  const sheets = partsOf(root, 'reader')
  return entrance([...raw, ...fan, ...lines, ...sheets])
    .from(raw, { opacity: 0, duration: 0.3 })
    .from(fan, { yPercent: -100, duration: 0.5 })
    .from(lines, { yPercent: 100, duration: 0.5 }, '<')
    .from(sheets, { y: 12, opacity: 0, duration: 0.6, stagger: 0.08 }, '>-0.1')
}
