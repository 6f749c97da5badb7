import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { styled } from 'styled-components'
import { COMPANY_SIZES, MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import type { Settings } from '../content/content.ts'
import { findErrors, type ValidationMessages } from './validate.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from './choice.tsx'
import { DialogText, DialogTitle } from '../ui/dialog.tsx'
import { Fields, Pair, TextArea, TextField, Wide } from '../ui/field.tsx'

interface WaitlistDetailsProps {
  form: RefObject<HTMLFormElement | null>
  content: Settings['waitlist']['details']
  validation: ValidationMessages
  loading: boolean
  onSubmit: () => void
}

/** Step 2: everything optional. */
export function WaitlistDetails(props: WaitlistDetailsProps) {
  const { form, content, validation, loading, onSubmit } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
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
            disabled={loading}
            error={errors['useCase']}
          />
          <Button type="submit" disabled={loading}>
            {loading ? content.loading : content.button}
          </Button>
        </Fields>
      </Form>
    </>
  )
}

const Form = styled.form`
  margin-top: 28px;
`
