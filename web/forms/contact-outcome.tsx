import type { ReactNode } from 'react'
import { keyframes, styled } from 'styled-components'
import { DoneIcon, WarningIcon } from '../art/icons.tsx'
import type { Contact } from '../content/content.ts'
import { color } from '../theme/tokens.ts'
import { FieldError } from '../ui/field.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { LinkedWords } from '../ui/linked-words.tsx'
import type { BotCheckState, Status } from './use-contact.ts'

interface ContactOutcomeProps {
  content: Pick<Contact, 'success' | 'error' | 'errorLink' | 'botCheckFailed'>
  salesEmail: string
  status: Status
  botCheck: BotCheckState
}

/** What became of a message, and why it can't be sent where it can't. Screen readers hear it at once. */
export function ContactOutcome({ content, salesEmail, status, botCheck }: ContactOutcomeProps) {
  return (
    <Outcome aria-live="polite">
      {status === 'success' && <Note failed={false}>{content.success}</Note>}
      {status === 'error' && (
        <Note failed>
          <LinkedWords words={content.errorLink} href={`mailto:${salesEmail}`}>
            {content.error}
          </LinkedWords>
        </Note>
      )}
      {botCheck !== 'ready' && (
        <Late $known={botCheck === 'failed'}>
          <FieldError>
            <LinkedText>{content.botCheckFailed}</LinkedText>
          </FieldError>
        </Late>
      )}
    </Outcome>
  )
}

/** How a form ended: solid means done, dashed means not. */
function Note({ failed, children }: { failed: boolean; children: ReactNode }) {
  return (
    <NoteBar $failed={failed}>
      {failed ? <WarningIcon /> : <DoneIcon />}
      <span>{children}</span>
    </NoteBar>
  )
}

/* Always there, so that screen readers hear what appears in it; no gap while it is empty. */
const Outcome = styled.div`
  > * {
    margin-bottom: 24px;
  }
`

const NoteBar = styled.div<{ $failed: boolean }>`
  border-left: 4px ${({ $failed }) => ($failed ? 'dashed' : 'solid')} ${color.ink};
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

const unseen = keyframes`
  from,
  to {
    visibility: hidden;
    max-height: 0;
    margin: 0;
  }
`

/*
 * In the page from the start and seen after ten seconds: whatever did not come until then, the page's own
 * scripts included, can't be waited for by a script. It is no motion, so it is not for less of it to end it.
 */
const Late = styled.div<{ $known: boolean }>`
  overflow: hidden;
  animation: ${unseen} ${({ $known }) => ($known ? '0s' : '10s')} !important;
`
