import { css, styled } from 'styled-components'
import type { Demo } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'

/** The gates of a run; `data-state` is past, on or todo. */
export function DemoSteps({ steps, intake }: { steps: Demo['steps']; intake: string }) {
  return (
    <Column>
      <Intake>{intake}</Intake>
      <Gates>
        {steps.map((step, i) => (
          <li key={step._key} data-part="step" data-state={i === steps.length - 1 ? 'on' : 'past'}>
            <div>
              <b>{step.title}</b>
              <span>{step.text}</span>
            </div>
          </li>
        ))}
      </Gates>
    </Column>
  )
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
`

const Intake = styled.p`
  padding: 14px 20px;
  font-size: ${size.small};
  color: ${color.ink2};
  border-bottom: 1px dashed ${color.rule2};
`

const gate = css`
  &::before {
    content: '';
    width: 13px;
    height: 13px;
    border-radius: 50%;
    border: 2px solid ${color.rule2};
    margin: 4px 0 0 5px;
    background: ${color.sheet};
    position: relative;
    z-index: 1;
  }

  &:not(:last-child)::after {
    content: '';
    position: absolute;
    left: 31px;
    top: 28px;
    bottom: -18px;
    width: 1px;
    background: ${color.rule2};
  }

  &[data-state='past']::before {
    background: ${color.signal};
    border-color: ${color.signal};
  }

  &[data-state='past']::after {
    background: ${color.signal};
    width: 2px;
    left: 30.5px;
  }

  &[data-state='on'] {
    background: ${color.sunk};
  }

  &[data-state='on']::before {
    border-color: ${color.signal};
    border-width: 4px;
  }
`

const Gates = styled.ol`
  padding: 8px 0;
  position: relative;

  > li {
    display: grid;
    grid-template-columns: 24px 1fr;
    gap: 14px;
    padding: 13px 20px;
    position: relative;
    line-height: 1.3;
    ${gate}
  }

  b {
    display: block;
    font-weight: 600;
  }

  span {
    font-size: ${size.small};
    color: ${color.ink2};
  }

  ${from.l} {
    flex: 1;
    display: flex;
    flex-direction: column;

    > li {
      flex: 1 0 auto;
    }
  }
`
