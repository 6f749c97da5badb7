import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { styled } from 'styled-components'
import type { WaitlistEntry } from '../../api/contract/forms.ts'
import { COMPANY_SIZES, MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import type { Settings } from '../content/content.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { DialogText, DialogTitle } from '../ui/dialog.tsx'
import { Fields, Pair, TextArea, TextField, Wide } from '../ui/field.tsx'
import { Choice } from './choice.tsx'
import { findErrors, type ValidationMessages } from './validate.ts'

interface WaitlistDetailsProps {
  form: RefObject<HTMLFormElement | null>
  content: Settings['waitlist']['details']
  validation: ValidationMessages
  /** What was entered so far. */
  entry: WaitlistEntry
  loading: boolean
  /** Goes back to the email. */
  onChange: () => void
  onSubmit: () => void
}

/** Step 2: the email as it will be sent, and everything optional. */
export function WaitlistDetails(props: WaitlistDetailsProps) {
  const { form, content, validation, entry, loading, onChange, onSubmit } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const title = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => title.current?.focus(), [])
  // The field that had the focus is disabled now.
  useEffect(() => {
    if (loading) button.current?.focus()
  }, [loading])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (loading) return
    const found = findErrors(event.currentTarget, validation)
    setErrors(found)
    if (Object.keys(found).length === 0) onSubmit()
  }

  const line = (name: 'firstName' | 'company' | 'role', autoComplete: string) => (
    <TextField
      label={content[name]}
      name={name}
      autoComplete={autoComplete}
      data-max={MAX_LINE}
      defaultValue={entry[name]}
      disabled={loading}
      error={errors[name]}
    />
  )

  return (
    <>
      <DialogTitle ref={title} tabIndex={-1}>
        {content.title}
      </DialogTitle>
      <DialogText>{content.text}</DialogText>
      <Address>
        <bdi>{entry.email}</bdi>
        <TextButton type="button" disabled={loading} onClick={onChange}>
          {content.change}
        </TextButton>
      </Address>
      <Form ref={form} noValidate onSubmit={submit}>
        <Fields>
          <Pair>
            {line('firstName', 'given-name')}
            {line('company', 'organization')}
            <Wide>{line('role', 'organization-title')}</Wide>
            <Wide>
              <Choice
                legend={content.companySize}
                name="companySize"
                options={COMPANY_SIZES}
                defaultValue={entry.companySize}
                clear={content.clear}
                disabled={loading}
                solid
              />
            </Wide>
          </Pair>
          <TextArea
            label={content.useCase}
            name="useCase"
            rows={2}
            placeholder={content.useCasePlaceholder}
            data-max={MAX_TEXT}
            defaultValue={entry.useCase}
            disabled={loading}
            error={errors['useCase']}
          />
          <Button ref={button} type="submit" {...(loading && { 'aria-disabled': true })}>
            {loading ? content.loading : content.button}
          </Button>
        </Fields>
      </Form>
    </>
  )
}

const Address = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 16px;
  margin-top: 8px;
  font-weight: 600;

  bdi {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

const Form = styled.form`
  margin-top: 16px;
`
