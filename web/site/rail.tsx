import { styled } from 'styled-components'
import { onInk } from '../theme/forced.ts'
import { from, painted } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import {
  color,
  duration,
  ease,
  font,
  invertedPalette,
  layer,
  measure,
  radius,
  size,
  vars,
} from '../theme/tokens.ts'
import { Hidden } from '../ui/text.tsx'
import { sectionNumber, type SectionId } from './sections.ts'

interface DotNavigatorProps {
  name: string
  sections: readonly { id: SectionId; label: string }[]
}

/** The audit line in the margin with a dot for each section; only on large screens. */
export function DotNavigator({ name, sections }: DotNavigatorProps) {
  return (
    <Rail aria-label={name} data-behaviour="rail">
      <Done data-done="" />
      <ol>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <Dot href={`#${id}`} data-section={id}>
              <Hidden>{label}</Hidden>
              <i aria-hidden="true">
                § {sectionNumber(id)} {label}
              </i>
            </Dot>
          </li>
        ))}
      </ol>
    </Rail>
  )
}

/** The audit line without dots, on inner pages. */
export function RailLine() {
  return (
    <Rail as="div" aria-hidden="true" data-behaviour="line">
      <Done data-done="" />
    </Rail>
  )
}

const Rail = styled.nav`
  display: none;
  ${screenOnly}

  ${from.l} {
    display: block;
    position: fixed;
    z-index: ${layer.rail};
    left: ${measure.rail};
    top: 0;
    bottom: 0;
    width: 0;

    &::before {
      content: '';
      position: absolute;
      left: -0.5px;
      top: 0;
      bottom: 0;
      width: 1px;
      background: ${color.rule2};
      opacity: 0.55;
    }

    ol {
      position: absolute;
      left: -12px;
      top: 50%;
      transform: translateY(-50%);
    }

    ${painted} {
      &[data-on-ink] {
        ${vars.color.rule2}: ${invertedPalette.rule2};
        ${vars.color.bg}: ${color.inv};
        ${vars.color.signal}: ${color.invSignal};
      }
    }
  }
`

const Done = styled.span`
  position: absolute;
  left: -1px;
  top: 0;
  width: 2px;
  height: 100%;
  background: ${color.signal};
  transform: scaleY(0.12);
  transform-origin: top;
`

const Dot = styled.a`
  display: block;
  width: 24px;
  height: 30px;
  position: relative;

  &::before {
    content: '';
    position: absolute;
    left: 50%;
    top: 50%;
    width: 9px;
    height: 9px;
    margin: -4.5px;
    border-radius: 50%;
    background: ${color.bg};
    border: 1.5px solid ${color.rule2};
    transition: transform ${duration.state} ${ease.out};
  }

  &[data-past]::before {
    background: ${color.signal};
    border-color: ${color.signal};
    transform: scale(0.67);
  }

  &[aria-current]::before {
    border-color: ${color.signal};
    border-width: 3px;
    transform: scale(1.45);
  }

  i {
    position: absolute;
    left: 24px;
    top: 50%;
    transform: translateY(-50%);
    white-space: nowrap;
    background: ${color.ink};
    color: ${color.bg};
    ${onInk}
    font: 500 ${size.micro}/1 ${font.text};
    padding: 6px 8px;
    border-radius: ${radius};
    opacity: 0;
    pointer-events: none;
  }

  &:hover i,
  &:focus-visible i {
    opacity: 1;
    pointer-events: auto;
  }

  [data-quiet] & i {
    display: none;
  }
`
