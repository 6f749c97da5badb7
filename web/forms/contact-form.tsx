import { styled } from 'styled-components'
import { MAX_EMAIL, MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import type { Contact } from '../content/content.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Fields, FormSheet, TextArea, TextField } from '../ui/field.tsx'
import { LinkedWords } from '../ui/linked-words.tsx'
import { Fine, hidden } from '../ui/text.tsx'
import { ContactOutcome } from './contact-outcome.tsx'
import { formMessages } from './form-messages.ts'
import type { ValidationMessages } from './validate.ts'

interface ContactFormProps {
  content: Contact
  salesEmail: string
  validation: ValidationMessages
}

/**
 * Name, email and message. What was typed stays until it has been received. The markup holds the texts of all states.
 */
export function ContactForm({ content, salesEmail, validation }: ContactFormProps) {
  const shared = { required: true, hasErrorPlace: true }
  return (
    <FormSheet>
      <form
        noValidate
        data-behaviour="contact-form"
        data-state="loading"
        data-validation={JSON.stringify(formMessages(validation))}
      >
        <Fields>
          <TextField
            label={content.fields.name}
            name="name"
            autoComplete="name"
            data-max={MAX_LINE}
            {...shared}
          />
          <TextField
            label={content.fields.email}
            name="email"
            type="email"
            autoComplete="email"
            data-max={MAX_EMAIL}
            {...shared}
          />
          <TextArea label={content.fields.message} name="message" rows={5} data-max={MAX_TEXT} {...shared} />
          <Honeypot name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
          <div>
            <ContactOutcome content={content} salesEmail={salesEmail} />
            <Actions>
              <Button
                type="submit"
                disabled
                {...staysDisabled}
                data-unavailable={content.buttons.unavailable}
                data-ready={content.buttons.idle}
                data-sending={content.buttons.loading}
              >
                {content.buttons.unavailable}
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

/**
 * Firefox restores a button as a script left it before a reload: enabled before its script has come, it would send the
 * message in the address. React's types know the attribute only on fields.
 */
const staysDisabled = { autoComplete: 'off' }

/** Bots fill in every field they find; people neither see this one nor reach it by keyboard. */
const Honeypot = styled.input`
  ${hidden}
`

const Hint = styled(Fine)`
  margin: 0;
`
