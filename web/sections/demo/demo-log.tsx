import { css, keyframes, styled } from 'styled-components'
import { Seal } from '../../art/seal.tsx'
import type { Demo } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { screenOnly } from '../../theme/print.ts'
import { color, duration, ease, font, size } from '../../theme/tokens.ts'

/** What each step writes into the audit log, and the seal that waits for the last one. */
export function DemoLog({ content }: { content: Demo }) {
  const { steps, logTitle, pending, sealPending } = content
  return (
    <Column>
      <h3>{logTitle}</h3>
      <ol>
        {steps.map((step, i) => (
          <li key={step._key} data-part="entry" data-state={i === steps.length - 1 ? 'on' : 'past'}>
            <Entry log={step.log} pending={pending} />
          </li>
        ))}
      </ol>
      <Signature>
        <Stamp>
          <Seal />
        </Stamp>
        <span>{sealPending}</span>
      </Signature>
    </Column>
  )
}

/* In 'adapted   reader, format', the verb and its spaces set the column; the rest may be pending. */
function Entry({ log, pending }: { log: string; pending: string }) {
  const verb = /^\S+\s*/.exec(log)?.[0] ?? ''
  return (
    <>
      {verb}
      <Detail>
        <span>{log.slice(verb.length)}</span>
        <span aria-hidden="true">{pending}</span>
      </Detail>
    </>
  )
}

const stamp = keyframes`
  from { transform: scale(1.25) rotate(-12deg) }
`

const Detail = styled.span`
  display: inline-grid;

  > span {
    grid-area: 1/1;
  }
`

const entry = css`
  padding: 9px 0;
  border-top: 1px solid ${color.rule};
  white-space: pre-wrap;

  &[data-state='on'] {
    color: ${color.signal};
  }

  &[data-state='todo'] {
    color: ${color.ink3};
  }

  &[data-state='todo'] ${Detail} > :first-child,
  &:not([data-state='todo']) ${Detail} > :last-child {
    visibility: hidden;
  }
`

const Column = styled.div`
  break-inside: avoid;
  padding: 20px;
  font: 400 0.8125rem/1.4 ${font.mono};
  color: ${color.ink2};

  h3 {
    font: 600 ${size.small}/1.3 ${font.text};
    color: ${color.ink};
    margin-bottom: 12px;
  }

  li {
    ${entry}
  }

  ${from.l} {
    display: flex;
    flex-direction: column;
  }
`

const Signature = styled.div`
  ${screenOnly}
  display: flex;
  align-items: center;
  gap: 16px;
  margin-top: 24px;
  font: 400 ${size.small}/1.35 ${font.text};
  color: ${color.ink2};

  > span {
    transition: opacity ${duration.state} ${ease.out};
  }

  [data-sealed] & > span {
    visibility: hidden;
    opacity: 0;
  }

  ${from.l} {
    margin-top: auto;
  }
`

/* Grey until it is stamped. */
const Stamp = styled.div`
  width: 92px;
  flex: none;

  > svg {
    color: ${color.rule2};
  }

  [data-sealed] & > svg {
    color: ${color.signal};
  }

  [data-playing][data-sealed] & > svg {
    transition: color ${duration.state} ${ease.out};
    animation: ${stamp} 360ms cubic-bezier(0.34, 1.4, 0.64, 1);
  }
`
