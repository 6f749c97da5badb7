import { css, styled } from 'styled-components'
import type { Demo } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, duration, ease, size } from '../../theme/tokens.ts'

interface DemoRedlineProps {
  passages: Demo['redline']
  notes: readonly string[]
}

/** The draft with its corrections: unsupported claims struck, sourced ones inserted, each with its note. */
export function DemoRedline({ passages, notes }: DemoRedlineProps) {
  return (
    <Document>
      <Text>
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

/* A line through each word can be drawn by a transform; one through the text, which wraps, can't. */
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

const Document = styled.div`
  padding: clamp(20px, 3vw, 40px);
  border-block: 1px solid ${color.rule};

  ${from.l} {
    display: flex;
    flex-direction: column;
    justify-content: center;
    border-block: 0;
    border-inline: 1px solid ${color.rule};
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

  del > span::after {
    content: '';
    position: absolute;
    inset: 53% 0 auto;
    border-top: 2px solid ${color.signal};
    transform: scaleX(0);
    transform-origin: left;
    transition: transform ${duration.state} ${ease.out};
  }

  [data-redlined] & del > span::after {
    transform: none;
  }
`

const inserted = css`
  ins {
    text-decoration: none;
    background: linear-gradient(${color.signal}, ${color.signal}) 0 100%/100% 2px no-repeat;
  }

  sup {
    font-size: 0.55em;
    color: ${color.signal};
    font-weight: 600;
    line-height: 0;
    margin-left: 2px;
  }

  ins,
  sup {
    opacity: 0;
    transition: opacity ${duration.enter} ${ease.out} 200ms;
  }

  [data-redlined] & ins,
  [data-redlined] & sup {
    opacity: 1;
  }
`

const Text = styled.p`
  font-size: clamp(1.25rem, 1.05rem + 0.9vw, 1.875rem);
  line-height: 1.45;
  letter-spacing: -0.01em;
  text-wrap: wrap;
  transition: opacity ${duration.enter} ${ease.out};
  ${struck}
  ${inserted}

  [data-intake] & {
    opacity: 0;
    transition: none;
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
