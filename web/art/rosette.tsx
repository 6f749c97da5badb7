import { useId, type ReactNode } from 'react'

interface RosetteProps {
  /** Centre of the drawing, both ways, in user units. */
  center?: number
  /** A circle of radius `r`, `distance` away from the centre … */
  distance?: number
  r: number
  /** … or an ellipse on the centre, `rx` wide and `r` high. */
  rx?: number
  /** How many copies of the shape stand around the centre. */
  turns: number
}

/** Guilloche rosette: one shape, turned around a centre. */
export function Rosette({ center = 100, distance = 0, r, rx, turns }: RosetteProps) {
  const id = useId()
  const turn = (rx === undefined ? 360 : 180) / turns
  return (
    <Turned id={id} center={center} turn={turn} turns={turns}>
      {rx === undefined ? (
        <circle id={`${id}1`} cx={center + distance} cy={center} r={r} />
      ) : (
        <ellipse id={`${id}1`} cx={center} cy={center} rx={rx} ry={r} />
      )}
    </Turned>
  )
}

interface TurnedProps {
  /** Prefix of the ids of all parts; the shape itself has the suffix 1. */
  id: string
  center: number
  /** Angle from one shape to the next, in degrees. */
  turn: number
  turns: number
  children: ReactNode
}

/** Draws half of the copies and repeats them, recursively: about seven elements in place of a hundred shapes. */
function Turned({ turns, children, ...rosette }: TurnedProps) {
  if (turns === 1) return children
  const { id, center, turn } = rosette
  const again = turns % 2 === 0 ? turns / 2 : 1
  const angle = Math.round(turn * (turns - again) * 1000) / 1000
  return (
    <g id={`${id}${turns}`}>
      <Turned {...rosette} turns={turns - again}>
        {children}
      </Turned>
      <use href={`#${id}${again}`} transform={`rotate(${angle} ${center} ${center})`} />
    </g>
  )
}

interface TicksProps {
  center?: number
  r?: number
  /** Number of ticks on the circle, and their length in user units. */
  count: number
  length: number
  /** Fraction of each step that is inked. */
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
