import { useId } from 'react'

interface RosetteProps {
  /** Centre of the drawing, both ways, in user units. */
  center?: number
  /** A circle of radius `r`, `distance` away from the centre … */
  distance?: number
  r: number
  /** … or an ellipse on the centre, `rx` wide and `r` high. */
  rx?: number
  /** How often the shape is turned around the centre. */
  turns: number
}

/** Guilloche rosette: one shape, turned around a centre, drawn once and reused. */
export function Rosette({ center = 100, distance = 0, r, rx, turns }: RosetteProps) {
  const id = useId()
  const span = rx === undefined ? 360 : 180
  return (
    <g>
      {rx === undefined ? (
        <circle id={id} cx={center + distance} cy={center} r={r} />
      ) : (
        <ellipse id={id} cx={center} cy={center} rx={rx} ry={r} />
      )}
      {Array.from({ length: turns - 1 }, (_, i) => {
        const angle = Math.round((span / turns) * (i + 1) * 10) / 10
        return <use key={angle} href={`#${id}`} transform={`rotate(${angle} ${center} ${center})`} />
      })}
    </g>
  )
}

interface TicksProps {
  center?: number
  r?: number
  /** Number of ticks on the circle, and their length in user units. */
  count: number
  length: number
  /** Share of each step that is inked. */
  inked?: number
}

/** A ring of ticks, as on the edge of a seal: one dashed circle. */
export function Ticks({ center = 100, r = 90, count, length, inked = 0.22 }: TicksProps) {
  return (
    <circle
      cx={center}
      cy={center}
      r={r}
      pathLength={count}
      strokeWidth={length}
      strokeDashoffset={-0.37}
      strokeDasharray={`${inked} ${Math.round((1 - inked) * 100) / 100}`}
    />
  )
}
