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
 * What became of a message, and why it can't be sent where it can't: the form's state says which is shown. Screen
 * readers hear it at once.
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
 * In the page from the start and seen after ten seconds: whatever did not come until then, the page's own scripts
 * included, can't be waited for by a script. It is no motion, so a wish for less motion must not end it.
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
