import { keyframes, styled } from 'styled-components'
import { DoneIcon, WarningIcon } from '../art/icons.tsx'
import type { Contact } from '../content/content.ts'
import { color } from '../theme/tokens.ts'
import { FieldError } from '../ui/field.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { LinkedWords } from '../ui/linked-words.tsx'

interface ContactOutcomeProps {
  content: Pick<Contact, 'success' | 'error' | 'errorLink' | 'botCheckFailed'>
  salesEmail: string
}

/**
 * What became of a message, or why it can't be sent: the form's state decides which is shown. Screen readers announce
 * it.
 */
export function ContactOutcome({ content, salesEmail }: ContactOutcomeProps) {
  return (
    <Outcome aria-live="polite">
      <Received>
        <DoneIcon />
        <span>{content.success}</span>
      </Received>
      <Failed>
        <WarningIcon />
        <span>
          <LinkedWords words={content.errorLink} href={`mailto:${salesEmail}`}>
            {content.error}
          </LinkedWords>
        </span>
      </Failed>
      <Late>
        <FieldError>
          <LinkedText>{content.botCheckFailed}</LinkedText>
        </FieldError>
      </Late>
    </Outcome>
  )
}

/* Always there, so that screen readers hear what appears in it; no gap while it is empty. */
const Outcome = styled.div`
  > * {
    margin-bottom: 24px;
  }
`

/** How a form ended: solid means done, dashed means not. */
const Note = styled.div`
  border-left: 4px solid ${color.ink};
  background: ${color.sunk};
  padding: 14px 16px;
  display: flex;
  gap: 12px;
  font-size: 1rem;
  line-height: 1.45;

  svg {
    width: 20px;
    height: 20px;
    flex: none;
    margin-top: 2px;
  }
`

const Received = styled(Note)`
  form:not([data-state='success']) & {
    display: none;
  }
`

const Failed = styled(Note)`
  border-left-style: dashed;

  form:not([data-state='error']) & {
    display: none;
  }
`

const unseen = keyframes`
  from,
  to {
    visibility: hidden;
    max-height: 0;
    margin: 0;
  }
`

/*
 * In the markup from the start and visible after ten seconds: where the page's own scripts fail to come, no script can
 * show it. It is no motion, so a wish for less motion must not end it.
 */
const Late = styled.div`
  overflow: hidden;
  animation: ${unseen} 10s !important;

  form[data-state='failed'] & {
    animation: none !important;
  }

  form:not([data-state='loading'], [data-state='failed']) & {
    display: none;
  }
`
