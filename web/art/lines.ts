/** Deterministic line engraving: the same arguments draw the same lines on every machine. */

type Point = readonly [number, number]

const round = (n: number) => Math.round(n * 10) / 10

function random(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296
}

function smooth(a: number, b: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)))
  return t * t * (3 - 2 * t)
}

/** Catmull-Rom spline as a path of relative cubics, rounded to keep the page light. */
function spline(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))] ?? [0, 0]
  let [cx, cy] = at(0).map(round) as [number, number]
  let path = `M${cx} ${cy}`
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const [ex, ey] = [round(p2[0]), round(p2[1])]
    const numbers = [
      p1[0] + (p2[0] - p0[0]) / 6 - cx,
      p1[1] + (p2[1] - p0[1]) / 6 - cy,
      p2[0] - (p3[0] - p1[0]) / 6 - cx,
      p2[1] - (p3[1] - p1[1]) / 6 - cy,
      ex - cx,
      ey - cy,
    ].map((n, k) => (k % 2 ? round(n) : Math.round(n)))
    path += `c${numbers.map((n, k) => (k > 0 && n >= 0 ? ' ' : '') + String(n).replace(/^(-?)0\./, '$1.')).join('')}`
    cx += numbers[4] ?? 0
    cy = round(cy + (numbers[5] ?? 0))
  }
  return path
}

export interface Strand {
  path: string
  /** Ruled line that the strand ends on, counted from the top. */
  row: number
}

interface RibbonOptions {
  seed: number
  bundles: number
  rows: number
  /** Distance of the ruled lines and of the first one from the top, in px. */
  gap: number
  top: number
  /** Height of the tangle's middle and its reach, in px. */
  mid: number
  amp: number
  spread: number
  /** Where the tangle has become ruled lines, as a share of `width`. */
  gate: number
  width: number
  start: number
  end: number
}

const LAG = 0.1
const LOOP = 0.9
const STEP = 46
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
      const points: Point[] = Array.from({ length: steps + 1 }, (_unused, k) => {
        const u = k / steps
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
      })
      return { path: `${spline([...points, [gate + 50, ruled]])}H${o.end}`, row }
    }),
  )
}
