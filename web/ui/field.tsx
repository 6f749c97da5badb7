import { useId, type HTMLAttributes, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { css, styled } from 'styled-components'
import { WarningIcon } from '../art/icons.tsx'
import { forcedColors, from } from '../theme/media.ts'
import { color, radius, size, vars } from '../theme/tokens.ts'

interface FieldProps {
  label: string
  /** Beside the label, such as '(optional)'. */
  note?: string
  /** How to correct a value that can't be sent; makes the border dashed. */
  error?: string | undefined
  /** Adds a hidden place for such an error, which a behaviour fills. */
  hasErrorPlace?: boolean
}

type InputProps = FieldProps & InputHTMLAttributes<HTMLInputElement>
type AreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>

/** A labelled line of text, whose direction follows its first letter. */
export function TextField({ label, note, error, hasErrorPlace = false, ...input }: InputProps) {
  const id = useId()
  return (
    <Field>
      <Name id={id} label={label} note={note} />
      <input id={id} dir="auto" {...input} {...described(id, error)} />
      <FieldFault id={id} error={error} hasPlace={hasErrorPlace} />
    </Field>
  )
}

/** A labelled text of several lines. */
export function TextArea({ label, note, error, hasErrorPlace = false, ...area }: AreaProps) {
  const id = useId()
  return (
    <Field>
      <Name id={id} label={label} note={note} />
      <textarea id={id} dir="auto" {...area} {...described(id, error)} />
      <FieldFault id={id} error={error} hasPlace={hasErrorPlace} />
    </Field>
  )
}

function Name({ id, label, note }: { id: string; label: string; note: string | undefined }) {
  return (
    <label htmlFor={id}>
      {label}
      {note && <small> {note}</small>}
    </label>
  )
}

interface FieldFaultProps {
  id: string
  error: string | undefined
  hasPlace: boolean
}

function FieldFault({ id, error, hasPlace }: FieldFaultProps) {
  if (!error && !hasPlace) return null
  return (
    <FieldError id={`${id}error`} hidden={!error}>
      {error}
    </FieldError>
  )
}

function described(id: string, error: string | undefined) {
  return error ? { 'aria-invalid': true, 'aria-describedby': `${id}error` } : {}
}

/** An error about a value that can't be sent. */
export function FieldError({ children, ...attributes }: HTMLAttributes<HTMLParagraphElement>) {
  return (
    <Message {...attributes}>
      <WarningIcon />
      <span>{children}</span>
    </Message>
  )
}

/** Inputs of a form, one under the other. */
export const Fields = styled.div`
  display: grid;
  gap: 24px;
`

/** Inputs in two columns from 640 px. */
export const Pair = styled.div`
  display: grid;
  gap: 20px;

  ${from.s} {
    grid-template-columns: 1fr 1fr;
  }
`

/** Takes both columns of a `Pair`. */
export const Wide = styled.div`
  grid-column: 1/-1;
`

const Field = styled.div`
  display: grid;
  gap: 8px;

  label {
    font-weight: 600;
    font-size: 1rem;
  }

  small {
    font-weight: 400;
    color: ${color.ink3};
    font-size: ${size.small};
  }

  input,
  textarea {
    width: 100%;
    min-height: 52px;
    background: ${color.sheet};
    border: 1px solid ${color.rule2};
    border-radius: ${radius};
    padding: 13px 14px;
    font-size: 1.0625rem;
    line-height: 1.45;
    /* Keeps the label in view when the field is scrolled to. */
    scroll-margin-top: 3rem;

    &:hover {
      border-color: ${color.ink};
    }

    &:focus-visible {
      outline-offset: -1px;
      border-color: ${color.ink};
    }

    &:disabled {
      opacity: 0.7;
    }

    &[aria-invalid='true'] {
      border: 2px dashed ${color.ink};
      padding: 12px 13px;
    }
  }

  textarea {
    resize: vertical;
  }

  ::placeholder {
    color: ${color.ink3};
    opacity: 1;

    ${forcedColors} {
      color: GrayText;
    }
  }
`

const Message = styled.p`
  display: flex;
  gap: 10px;
  font-size: ${size.small};
  line-height: 1.4;
  font-weight: 500;

  svg {
    width: 18px;
    height: 18px;
    flex: none;
    margin-top: 1px;
  }
`

/** On a sheet, inputs are as light as the page. */
export const onSheet = css`
  input,
  textarea {
    ${vars.color.sheet}: ${color.bg};
  }
`

/** A form on a sheet of its own. */
export const FormSheet = styled.div`
  background: ${color.sheet};
  border: 1px solid ${color.edge};
  border-radius: ${radius};
  padding: clamp(22px, 3vw, 44px);
  ${onSheet}
`
