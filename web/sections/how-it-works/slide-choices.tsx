import { styled } from 'styled-components'
import type { HowItWorks } from '../../content/content.ts'
import { below, from, scriptless } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, size } from '../../theme/tokens.ts'
import { fill } from '../../ui/fill.ts'

interface SlideChoicesProps {
  label: string
  examples: HowItWorks['examples']
}

/** The slides by the team of each, from 640 px. */
export function SlideTabs({ label, examples }: SlideChoicesProps) {
  return (
    <Tabs aria-label={label}>
      {examples.map((example, i) => (
        <li key={example._id}>
          <button type="button" data-part="choice" {...current(i)}>
            {example.team}
          </button>
        </li>
      ))}
    </Tabs>
  )
}

interface SlideDotsProps extends SlideChoicesProps {
  /** Name of each, with `{n}` for its number. */
  name: string
}

/** The slides by their numbers, under 640 px. */
export function SlideDots({ label, name, examples }: SlideDotsProps) {
  return (
    <Dots aria-label={label}>
      {examples.map((example, i) => (
        <li key={example._id}>
          <button type="button" data-part="choice" aria-label={fill(name, { n: i + 1 })} {...current(i)} />
        </li>
      ))}
    </Dots>
  )
}

function current(i: number) {
  return i === 0 && { 'aria-current': true }
}

const Tabs = styled.ul`
  ${screenOnly}
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  border-block: 1px solid ${color.edge};
  margin-top: clamp(36px, 4vw, 56px);

  button {
    position: relative;
    width: 100%;
    min-height: 60px;
    font-weight: 500;
    color: ${color.ink2};
  }

  li + li {
    border-left: 1px solid ${color.rule};
  }

  ${below.l} {
    font-size: ${size.small};
    letter-spacing: -0.01em;
  }

  button:hover {
    color: ${color.ink};
  }

  [aria-current] {
    color: ${color.ink};
    font-weight: 600;
    background: ${color.sheet};
  }

  [aria-current]::after {
    content: '';
    position: absolute;
    inset: auto 0 -1px;
    height: 3px;
    background: ${color.signal};
  }

  ${below.s} {
    display: none;
  }

  ${scriptless} {
    display: none;
  }
`

const Dots = styled.ul`
  ${screenOnly}
  display: flex;
  justify-content: center;
  margin-top: 24px;

  button {
    width: 44px;
    height: 44px;
    display: grid;
    place-items: center;
  }

  button::before {
    content: '';
    width: 10px;
    height: 10px;
    border-radius: 50%;
    border: 1.5px solid ${color.rule2};
  }

  [aria-current]::before {
    background: ${color.signal};
    border-color: ${color.signal};
    transform: scale(1.2);
  }

  ${from.s} {
    display: none;
  }

  ${scriptless} {
    display: none;
  }
`
