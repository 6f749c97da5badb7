import { useId } from 'react'
import { styled } from 'styled-components'
import { color, font } from '../theme/tokens.ts'
import { Drawing, Engraved } from './engraving.tsx'
import { Rosette, Ticks } from './rosette.tsx'

/** Length of the words around the seal, in units of the drawing: their whole circle less a small gap. */
const ROUND = 488

/** The seal that ends a record; with `words` around it where it stands alone. */
export function Seal({ words, className }: { words?: string; className?: string }) {
  return (
    <Figure viewBox="0 0 200 200" {...(className ? { className } : {})}>
      <Engraved>
        <Ticks r={96} count={144} length={5} />
        <circle cx={100} cy={100} r={91.5} />
        {words ? (
          <>
            <Rosette rx={70} r={33} turns={26} />
            <circle cx={100} cy={100} r={72} />
          </>
        ) : (
          <Rosette rx={88} r={40} turns={22} />
        )}
      </Engraved>
      {words && <Words>{words}</Words>}
      <circle cx={100} cy={100} r={27} stroke="currentColor" strokeWidth={2} />
      <path d="M73 100q4.6-13 9.2 0t9.2 0" stroke="currentColor" strokeWidth={2.2} />
      <path d="M91.4 100H127" stroke="currentColor" strokeWidth={3.4} />
    </Figure>
  )
}

/** Largest font size of the words, in units of the drawing. */
const LARGEST = 10

/**
 * Font size at which the letters around the seal do not overlap. A capital is two thirds of it wide, a Chinese
 * character as wide as high.
 */
function letterSize(words: string): number {
  const widths = Array.from(words, (letter) => (letter < '\u2e80' ? 0.66 : 1))
  const fitting = ROUND / widths.reduce((sum, width) => sum + width, 0)
  return Math.min(LARGEST, Math.round(fitting * 10) / 10)
}

/** Firefox ignores the length on a `<textPath>`, so the `<text>` around it repeats it. */
function Words({ children }: { children: string }) {
  const id = useId()
  return (
    <>
      <path id={id} d="M100 100m-78.5 0a78.5 78.5 0 1 1 157 0a78.5 78.5 0 1 1 -157 0" />
      <Lettering textLength={ROUND} fontSize={letterSize(children)}>
        <textPath href={`#${id}`} textLength={ROUND}>
          {children}
        </textPath>
      </Lettering>
    </>
  )
}

const Figure = styled(Drawing)`
  color: ${color.signal};

  ${Engraved} {
    stroke-width: 0.55;
  }
`

const Lettering = styled.text`
  font-family: ${font.text};
  font-weight: 600;
  fill: currentColor;
  stroke: none;
`
