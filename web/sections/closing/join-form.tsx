import { styled } from 'styled-components'
import { COMPANY_SIZES } from '../../../api/contract/limits.ts'
import type { Closing, Settings } from '../../content/content.ts'
import { Choice } from '../../forms/choice.tsx'
import { below, from, scripted } from '../../theme/media.ts'
import { color, measure, radius, size, vars } from '../../theme/tokens.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { LinkedWords } from '../../ui/linked-words.tsx'
import { Plus } from '../../ui/plus.tsx'
import { Fine, Hidden } from '../../ui/text.tsx'

interface JoinFormProps {
  content: Closing['join']
  /** Label of the button that asks for a demo as well. */
  demo: string
  waitlist: Settings['waitlist']
}

/**
 * The waitlist for visitors without scripts. With scripts it is hidden before first paint, as the popup takes its
 * place; where the popup's code could not be fetched, the link leads here and shows it.
 */
export function JoinForm({ content, demo, waitlist }: JoinFormProps) {
  const { email, details } = waitlist
  return (
    <Form id="join" method="post" action="/api/waitlist?from=join">
      <h3>{content.title}</h3>
      <TextField
        label={email.label}
        name="email"
        type="email"
        autoComplete="email"
        placeholder={email.placeholder}
        required
      />
      <details>
        <summary>
          {content.more} <small>{content.moreNote}</small>
          <Plus $size={16} />
        </summary>
        <Details>
          <TextField label={details.firstName} name="firstName" autoComplete="given-name" />
          <TextField label={details.company} name="company" autoComplete="organization" />
          <TextField label={details.role} name="role" autoComplete="organization-title" />
          <Choice legend={details.companySize} name="companySize" options={COMPANY_SIZES} />
          <TextArea
            label={details.useCase}
            name="useCase"
            rows={2}
            placeholder={details.useCasePlaceholder}
          />
        </Details>
      </details>
      <Honeypot aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </Honeypot>
      <Actions>
        <Button type="submit">{email.button}</Button>
        <Button type="submit" formAction="/api/waitlist?from=join&for=demo" $outlined>
          {demo}
        </Button>
      </Actions>
      <Fine>
        <LinkedWords words={email.fineLink} href="/privacy" newTab>
          {email.fine}
        </LinkedWords>{' '}
        {content.fine}
      </Fine>
    </Form>
  )
}

/* Bots fill in this field; people don't see it. */
/** Of the seal, beside which the form stands where there is room. */
export const SEAL_WIDTH = 'clamp(300px, 30.6vw, 440px)'

const Honeypot = styled(Hidden)``

const Form = styled.form`
  margin-top: 40px;
  background: ${color.sheet};
  border: 1px solid ${color.rule2};
  border-radius: ${radius};
  padding: clamp(20px, 2.4vw, 32px);
  max-width: 720px;
  scroll-margin-top: calc(${measure.header} + 24px);

  ${scripted}:not(:target) {
    display: none;
  }

  h3 {
    font-size: ${size.h4};
    margin-bottom: 18px;
  }

  input,
  textarea {
    ${vars.color.sheet}: ${color.bg};
  }

  details {
    border-block: 1px solid ${color.rule};
    margin-block: 22px 24px;
  }

  summary {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 52px;
    cursor: pointer;
    font-weight: 600;
    list-style: none;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary small {
    font-weight: 400;
    font-size: ${size.small};
    color: ${color.ink3};
  }

  ${Plus} {
    margin-left: auto;
  }

  ${below.xs} {
    button {
      width: 100%;
    }
  }

  ${from.l} {
    width: calc(100% - ${SEAL_WIDTH} - 64px);
  }
`

const Details = styled.div`
  display: grid;
  gap: 20px;
  padding: 8px 0 24px;

  ${from.s} {
    grid-template-columns: 1fr 1fr;

    > :nth-child(n + 3) {
      grid-column: 1/3;
    }
  }
`
