import { styled } from 'styled-components'
import type { Features } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, duration, ease } from '../../theme/tokens.ts'
import { heading3 } from '../../ui/text.tsx'

interface StepLineProps {
  /** Where it is missing, the preceding text is the heading, and nothing links to the steps. */
  title?: string
  steps: Features['steps']
}

/**
 * The steps on one red line, complete at rest. A pillar before it that is pointed at (`data-step`,
 * from 0) holds the line back to its step.
 */
export function StepLine({ title, steps }: StepLineProps) {
  return (
    <>
      {title !== undefined && <Title>{title}</Title>}
      <Steps>
        {steps.map((step) => (
          <li key={step._id} {...(title !== undefined && { id: step._id })}>
            <Name as={title === undefined ? 'h3' : 'h4'}>{step.title}</Name>
            <p>{step.text}</p>
          </li>
        ))}
      </Steps>
    </>
  )
}

const Title = styled.h3`
  ${heading3}
  margin-top: clamp(64px, 7vw, 104px);
`

const Name = styled.h4`
  ${heading3}
  line-height: 1.2;
`

/** Matches the step whose pillar is pointed at. */
const held = `:is(${[0, 1, 2, 3, 4]
  .map((step) => `section:has([data-step='${step}']:is(:hover,:focus-within)) li:nth-child(${step + 1})`)
  .join()})`

const Steps = styled.ol`
  display: grid;
  margin-top: 48px;

  li {
    position: relative;
    padding: 0 0 28px 36px;
    scroll-margin-top: 24px;
  }

  li::before {
    content: '';
    position: absolute;
    left: 0;
    top: 5px;
    width: 15px;
    height: 15px;
    border-radius: 50%;
    background: ${color.signal};
  }

  li:last-child::before {
    background: ${color.bg};
    border: 4px solid ${color.signal};
  }

  li:not(:last-child)::after,
  li:not(:last-child) > ${Name}::before {
    content: '';
    position: absolute;
    left: 6.5px;
    top: 20px;
    bottom: -5px;
    width: 2px;
    background: ${color.rule2};
  }

  li:not(:last-child) > ${Name}::before {
    z-index: 1;
    background: ${color.signal};
    transform-origin: left;
    transition: transform ${duration.state} ${ease.out};
  }

  p {
    color: ${color.ink2};
    margin-top: 4px;
  }

  ${from.l} {
    grid-template-columns: repeat(5, minmax(0, 1fr));

    li {
      padding: 44px 16px 0 20px;
    }

    li::before {
      left: 20px;
      top: 0;
    }

    li:not(:last-child)::after,
    li:not(:last-child) > ${Name}::before {
      left: 35px;
      right: -20px;
      top: 6.5px;
      bottom: auto;
      width: auto;
      height: 2px;
    }

    li${held}::before {
      background: ${color.bg};
      border: 5px solid ${color.signal};
    }

    li${held} ~ li::before {
      background: ${color.bg};
      border: 2px solid ${color.rule2};
    }

    /* The part of the line that belongs to a step leads on from it. */
    li${held} > ${Name}::before,
    li${held} ~ li > ${Name}::before {
      transform: scaleX(0);
    }

    li${held} ~ li > ${Name} {
      color: ${color.ink2};
    }
  }

  ${print} {
    margin-top: 12pt;

    li {
      padding: 0 0 10pt;
    }

    ::before,
    ::after {
      content: none !important;
    }
  }
`
