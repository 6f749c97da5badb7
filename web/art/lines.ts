/** Deterministic line engraving: the same arguments draw the same lines on every machine. */

type Point = readonly [number, number]

function random(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296
}

function smooth(a: number, b: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)))
  return t * t * (3 - 2 * t)
}

/** Step over which the direction of a curve is measured. */
const EPSILON = 1e-4

/**
 * Draws a curve, given from 0 to 1, as `steps` smooth cubics that continue to `end`. Coordinates are relative and whole
 * to keep the page small: half a unit does not show on a smooth line.
 */
function trace(at: (share: number) => Point, steps: number, end: Point): string {
  const knots = Array.from({ length: steps }, (_, i) => knot(at, (i + 1) / steps, steps))
  const [x0, y0] = at(0).map(Math.round) as [number, number]
  let [x, y] = [x0, y0]
  const numbers: number[] = []
  for (const { handle, point } of [...knots, { handle: end, point: end }]) {
    const [dx, dy] = [Math.round(point[0]) - x, Math.round(point[1]) - y]
    numbers.push(Math.round(handle[0]) - x, Math.round(handle[1]) - y, dx, dy)
    x += dx
    y += dy
  }
  // A minus sign separates two numbers as well as a space does.
  return `M${x0} ${y0}s${numbers.join(' ').replaceAll(' -', '-')}`
}

/** A point of a curve, and the control point of the cubic that ends there. */
function knot(at: (share: number) => Point, share: number, steps: number): { point: Point; handle: Point } {
  const point = at(share)
  const [before, after] = [at(share - EPSILON), at(share + EPSILON)]
  const reach = 1 / (2 * EPSILON * 3 * steps)
  const handle = [0, 1].map((axis) => {
    const [from = 0, to = 0] = [before[axis], after[axis]]
    return (point[axis] ?? 0) - (to - from) * reach
  })
  return { point, handle: handle as unknown as Point }
}

export interface Strand {
  path: string
  /** Index of the ruled line that the strand ends on, from the top. */
  row: number
}

interface RibbonOptions {
  seed: number
  bundles: number
  rows: number
  /** Distance between ruled lines, and of the first one from the top, in px. */
  gap: number
  top: number
  /** Vertical middle of the tangle and its reach from there, in px. */
  mid: number
  amp: number
  spread: number
  /** Where the tangle has turned into ruled lines, as a fraction of `width`. */
  gate: number
  width: number
  start: number
  end: number
}

const LAG = 0.1
const LOOP = 0.9
/** Length of a cubic, in px: about six to a wave. */
const STEP = 91
const FREQUENCY = 1.35
const TAU = 6.283

/** Bundles of strands that twist and cross, then are sorted into ruled lines at the gate. */
export function ribbons(o: RibbonOptions): Strand[] {
  const rand = random(o.seed)
  const perBundle = o.rows / o.bundles
  const gate = o.gate * o.width
  const steps = Math.round((gate - o.start) / STEP)
  const orders = [0, 1, 2].map(() =>
    Array.from({ length: o.bundles }, (_, i) => [rand(), i] as const)
      .toSorted((a, b) => a[0] - b[0])
      .map((entry) => entry[1]),
  )
  const bundles = Array.from({ length: o.bundles }, (_, b) => ({
    y: o.mid + ((b + 0.5) / o.bundles - 0.5) * o.amp * 1.1,
    f1: (0.55 + rand() * 0.5) * FREQUENCY,
    p1: rand() * TAU,
    f2: (1.2 + rand() * 0.7) * FREQUENCY,
    p2: rand() * TAU,
    g1: (0.8 + rand() * 0.8) * FREQUENCY,
    q1: rand() * TAU,
    twist: (0.9 + rand() * 1.1) * FREQUENCY,
    phase: rand() * TAU,
    reach: 0.7 + rand() * 0.5,
  }))
  return bundles.flatMap((bundle, b) =>
    Array.from({ length: perBundle }, (_, j) => {
      const row = j * o.bundles + (orders[j % 3]?.[b] ?? 0)
      const ruled = o.top + row * o.gap
      const lag = j * LAG
      const at = (u: number): Point => {
        const reach = o.amp * bundle.reach * (1 - smooth(0.42, 0.98, u))
        const dy =
          Math.sin(TAU * u * bundle.f1 + bundle.p1 + lag) * 0.8 +
          Math.sin(TAU * u * bundle.f2 + bundle.p2 + lag * 1.6) * 0.42
        const dx = Math.sin(TAU * u * bundle.g1 * 1.3 + bundle.q1 + lag * 1.3) * reach * 0.7 * LOOP
        const twist =
          (j - (perBundle - 1) / 2) *
          o.spread *
          (1.1 + Math.cos(TAU * u * bundle.twist + bundle.phase) * 1.25)
        const sorted = smooth(0.6, 1, u)
        return [
          o.start + u * (gate - o.start) + dx * (1 - sorted),
          (bundle.y + dy * reach + twist) * (1 - sorted) + ruled * sorted,
        ]
      }
      return { path: `${trace(at, steps, [gate + 50, ruled])}H${o.end}`, row }
    }),
  )
}
