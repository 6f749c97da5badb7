import { useEffect, useState, type FormEvent, type RefObject } from 'react'
import { styled } from 'styled-components'
import { MAX_EMAIL } from '../../api/contract/limits.ts'
import type { Settings } from '../content/content.ts'
import { Button } from '../ui/button.tsx'
import { DialogText, DialogTitle } from '../ui/dialog.tsx'
import { Fields, TextField } from '../ui/field.tsx'
import { LinkedWords } from '../ui/linked-words.tsx'
import { Fine } from '../ui/text.tsx'
import { findErrors, type ValidationMessages } from './validate.ts'

interface WaitlistEmailProps {
  form: RefObject<HTMLFormElement | null>
  content: Settings['waitlist']['email']
  validation: ValidationMessages
  /** What was entered before, when it is to be changed. */
  email: string
  onSubmit: () => void
}

/** Step 1: only the email, which does not leave the browser until the popup is sent or closed. */
export function WaitlistEmail(props: WaitlistEmailProps) {
  const { form, content, validation, email, onSubmit } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = findErrors(event.currentTarget, validation)
    setErrors(found)
    if (Object.keys(found).length === 0) onSubmit()
  }

  return (
    <>
      <DialogTitle>{content.title}</DialogTitle>
      <DialogText>{content.text}</DialogText>
      <Form ref={form} noValidate onSubmit={submit}>
        <Fields>
          <TextField
            label={content.label}
            name="email"
            type="email"
            required
            data-max={MAX_EMAIL}
            autoComplete="email"
            placeholder={content.placeholder}
            defaultValue={email}
            error={errors['email']}
          />
          <Button type="submit">{content.button}</Button>
          <Notes>
            <LinkedWords words={content.fineLink} href="/privacy" newTab>
              {content.fine}
            </LinkedWords>{' '}
            {content.closing}
          </Notes>
        </Fields>
      </Form>
    </>
  )
}

const Form = styled.form`
  margin-top: 28px;
`

const Notes = styled(Fine)`
  margin-top: -8px;
`
