import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { MAX_EMAIL, MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import { sendMessage, useBotCheck } from './send-contact.ts'
import { findErrors, type ValidationMessages } from './validate.ts'
import { DoneIcon, WarningIcon } from '../art/icons.tsx'
import type { Contact } from '../content/content.ts'
import { color } from '../theme/tokens.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FieldError, Fields, FormSheet, TextArea, TextField } from '../ui/field.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { Fine, hidden } from '../ui/text.tsx'
import { hydrateIsland } from '../browser/mount.tsx'

type ContactFormContent = Pick<
  Contact,
  'fields' | 'hint' | 'buttons' | 'success' | 'error' | 'errorLink' | 'botCheckFailed'
>

interface ContactFormProps {
  content: ContactFormContent
  salesEmail: string
  validation: ValidationMessages
}

type Status = 'idle' | 'loading' | 'success' | 'error'

/** Name, email and message. What was typed stays until it has been received. */
export function ContactForm({ content, salesEmail, validation }: ContactFormProps) {
  const botCheck = useBotCheck()
  const [status, setStatus] = useState<Status>('idle')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const [opened] = useState(() => Date.now())
  const sending = status === 'loading'
  const blocked = sending || botCheck !== 'ready'

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (blocked) return
    const found = findErrors(event.currentTarget, validation)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => textOf(data.get(name))
    setStatus('loading')
    const received = await sendMessage(
      { name: text('name'), email: text('email'), message: text('message') },
      { opened, website: text('website') },
    )
    if (received) form.current?.reset()
    setStatus(received ? 'success' : 'error')
  }

  const shared = { required: true, readOnly: sending }
  return (
    <FormSheet>
      <form ref={form} noValidate onSubmit={(event) => void send(event)}>
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
            <Outcome aria-live="polite">
              {status === 'success' && <Note failed={false}>{content.success}</Note>}
              {status === 'error' && (
                <Note failed>
                  <ErrorText content={content} salesEmail={salesEmail} />
                </Note>
              )}
              {botCheck === 'failed' && (
                <FieldError>
                  <LinkedText>{content.botCheckFailed}</LinkedText>
                </FieldError>
              )}
            </Outcome>
            <Actions>
              <Button type="submit" disabled={blocked}>
                {buttonText(content.buttons, sending, botCheck === 'ready')}
              </Button>
              {content.hint && <Hint>{content.hint}</Hint>}
            </Actions>
          </div>
        </Fields>
      </form>
    </FormSheet>
  )
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === 'string' ? entry.trim() : ''
}

function buttonText(buttons: Contact['buttons'], sending: boolean, ready: boolean): string {
  if (sending) return buttons.loading
  return ready ? buttons.idle : buttons.unavailable
}

/** How a form ended: solid means done, dashed means not. Screen readers hear it at once. */
function Note({ failed, children }: { failed: boolean; children: ReactNode }) {
  return (
    <NoteBar $failed={failed}>
      {failed ? <WarningIcon /> : <DoneIcon />}
      <span>{children}</span>
    </NoteBar>
  )
}

/** The error with its `errorLink` words leading to the sales address. */
function ErrorText({ content, salesEmail }: { content: ContactFormContent; salesEmail: string }) {
  const [before, after] = content.error.split(content.errorLink)
  if (after === undefined) return content.error
  return (
    <>
      {before}
      <a href={`mailto:${salesEmail}`}>{content.errorLink}</a>
      {after}
    </>
  )
}

export function hydrate(element: HTMLElement, props: unknown): void {
  hydrateIsland('contact-form', element, <ContactForm {...(props as ContactFormProps)} />)
}

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

/** Robots fill whatever they find; people neither see it nor reach it by keyboard. */
const Honeypot = styled.input`
  ${hidden}
`

const Hint = styled(Fine)`
  margin: 0;
`

/* Always there, so that screen readers hear what appears in it; no gap while it is empty. */
const Outcome = styled.div`
  > * {
    margin-bottom: 24px;
  }
`
