import { css, styled } from 'styled-components'
import { part } from '../../browser/parts.ts'
import type { Demo } from '../../content/content.ts'
import { forcedColors, from } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, duration, ease, size } from '../../theme/tokens.ts'

interface DemoRedlineProps {
  passages: Demo['redline']
  notes: readonly string[]
  /** Stands where the draft will be. */
  waiting: string
}

/**
 * The draft with its corrections: unsupported claims struck, sourced ones inserted, each with its note. The script lays
 * the uncorrected draft over it.
 */
export function DemoRedline({ passages, notes, waiting }: DemoRedlineProps) {
  return (
    <Document>
      <Waiting aria-hidden="true">{waiting}</Waiting>
      <Redlined data-part="redlined">
        <Text data-part="text">
          {passages.map((passage) => (
            <Passage key={passage._key} passage={passage} />
          ))}
        </Text>
        <Notes>
          {notes.map((note, i) => (
            <li key={note}>
              <b>{i + 1}</b>
              {note}
            </li>
          ))}
        </Notes>
      </Redlined>
    </Document>
  )
}

function Passage({ passage }: { passage: Demo['redline'][number] }) {
  if (passage.change === 'kept') return passage.text
  if (passage.change === 'removed') return <Removed text={passage.text} />
  return (
    <>
      <ins>{passage.text}</ins>
      {passage.note !== undefined && <sup>{passage.note}</sup>}
    </>
  )
}

/*
 * Each word has a line of its own, which a transform can draw, unlike one through a text that wraps. The line is placed
 * before its word: after the space at the end of a line, it would count as part of the next line and have no width.
 */
function Removed({ text }: { text: string }) {
  return (
    <>
      <del>
        {text.split(/(?<= )/).map((word, i) => (
          <span key={`${i} ${word}`}>{word}</span>
        ))}
      </del>{' '}
    </>
  )
}

/* What a step shows and what it waits with share one place, which is as high as the highest of them. */
const Document = styled.div`
  display: grid;
  align-items: center;
  padding: clamp(20px, 3vw, 40px);
  border-block: 1px solid ${color.rule};

  > * {
    grid-area: 1/1;
    min-width: 0;
  }

  ${from.l} {
    border-block: 0;
    border-inline: 1px solid ${color.rule};
  }
`

const Waiting = styled.p`
  ${screenOnly}
  color: ${color.ink3};
  opacity: 0;

  [data-draft='none'] & {
    opacity: 1;
  }
`

const struck = css`
  del {
    color: ${color.ink3};
    text-decoration: none;
  }

  del > span {
    position: relative;
  }

  del > span::before {
    content: '';
    position: absolute;
    inset: 53% 0 auto;
    border-top: 2px solid ${color.signal};
    transform-origin: left;
  }
`

const inserted = css`
  ins {
    text-decoration: none;
    background: linear-gradient(${color.signal}, ${color.signal}) 0 100%/100% 2px no-repeat;

    /* No gradient is painted there. */
    ${forcedColors} {
      text-decoration: underline;
    }
  }

  sup {
    font-size: 0.55em;
    color: ${color.signal};
    font-weight: 600;
    line-height: 0;
    margin-left: 2px;
  }
`

/* Claims are struck first, then the text is set anew with what replaces them: no moment shows a gap. */
const drafted = css`
  &${part('draft')} {
    ${screenOnly}
    opacity: 0;

    ins,
    sup {
      display: none;
    }

    del {
      color: inherit;
    }
  }

  [data-draft='raw'] &${part('draft')} {
    opacity: 1;
  }

  [data-draft] &${part('draft')} del > span::before {
    transform: scaleX(0);
  }

  [data-playing] &${part('draft')} {
    transition: opacity ${duration.press} 360ms;

    del > span::before {
      transition: transform ${duration.state} ${ease.out};
    }
  }

  [data-playing][data-draft='raw'] &${part('draft')} {
    transition-delay: 0s;
  }
`

const Text = styled.p`
  font-size: clamp(1.25rem, 1.05rem + 0.9vw, 1.875rem);
  line-height: 1.45;
  letter-spacing: -0.01em;
  text-wrap: wrap;
  ${struck}
  ${inserted}
  ${drafted}
`

/* Hidden only by its opacity, so that screen readers read it whole at every step. */
const Redlined = styled.div`
  [data-draft] & {
    opacity: 0;
  }

  [data-playing]:not([data-draft]) & {
    transition: opacity ${duration.state} 420ms;
  }
`

const Notes = styled.ol`
  margin-top: 32px;
  border-top: 1px solid ${color.rule};
  padding-top: 20px;
  font-size: ${size.small};
  color: ${color.ink2};
  display: grid;
  gap: 6px;

  li {
    display: flex;
    gap: 10px;
  }

  b {
    color: ${color.signal};
    font-weight: 600;
  }
`
