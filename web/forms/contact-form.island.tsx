import { styled } from 'styled-components'
import { MAX_EMAIL, MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import { hydrateIsland } from '../browser/mount.tsx'
import type { Contact } from '../content/content.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Fields, FormSheet, TextArea, TextField } from '../ui/field.tsx'
import { LinkedWords } from '../ui/linked-words.tsx'
import { Fine, hidden } from '../ui/text.tsx'
import { ContactOutcome } from './contact-outcome.tsx'
import { useContact } from './use-contact.ts'
import type { ValidationMessages } from './validate.ts'

interface ContactFormProps {
  content: Pick<
    Contact,
    'fields' | 'hint' | 'fine' | 'fineLink' | 'buttons' | 'success' | 'error' | 'errorLink' | 'botCheckFailed'
  >
  salesEmail: string
  validation: ValidationMessages
}

/** Name, email and message. What was typed stays until it has been received. */
export function ContactForm({ content, salesEmail, validation }: ContactFormProps) {
  const { status, botCheck, errors, send } = useContact(validation)
  const sending = status === 'loading'
  const shared = { required: true, readOnly: sending }
  return (
    <FormSheet>
      <form noValidate onSubmit={(event) => void send(event)}>
        <Fields>
          <TextField
            label={content.fields.name}
            name="name"
            autoComplete="name"
            data-max={MAX_LINE}
            error={errors['name']}
            {...shared}
          />
          <TextField
            label={content.fields.email}
            name="email"
            type="email"
            autoComplete="email"
            data-max={MAX_EMAIL}
            error={errors['email']}
            {...shared}
          />
          <TextArea
            label={content.fields.message}
            name="message"
            rows={5}
            data-max={MAX_TEXT}
            error={errors['message']}
            {...shared}
          />
          <Honeypot name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
          <div>
            <ContactOutcome content={content} salesEmail={salesEmail} status={status} botCheck={botCheck} />
            <Actions>
              {/* While it is sending, the button is disabled in a way that lets it keep the focus. */}
              <Button
                type="submit"
                disabled={botCheck !== 'ready'}
                {...(sending && { 'aria-disabled': true })}
              >
                {buttonText(content.buttons, sending, botCheck === 'ready')}
              </Button>
              {content.hint && <Hint>{content.hint}</Hint>}
            </Actions>
            <Fine>
              <LinkedWords words={content.fineLink} href="/privacy" newTab>
                {content.fine}
              </LinkedWords>
            </Fine>
          </div>
        </Fields>
      </form>
    </FormSheet>
  )
}

function buttonText(buttons: Contact['buttons'], sending: boolean, ready: boolean): string {
  if (sending) return buttons.loading
  return ready ? buttons.idle : buttons.unavailable
}

export function hydrate(element: HTMLElement, props: unknown): void {
  hydrateIsland('contact-form', element, <ContactForm {...(props as ContactFormProps)} />)
}

/** Robots fill whatever they find; people neither see it nor reach it by keyboard. */
const Honeypot = styled.input`
  ${hidden}
`

const Hint = styled(Fine)`
  margin: 0;
`
