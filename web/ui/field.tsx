import { useId, type ComponentProps, type ReactNode } from 'react'
import { css, styled } from 'styled-components'
import { WarningIcon } from '../art/icons.tsx'
import { color, radius, size } from '../theme/tokens.ts'

interface FieldProps {
  label: string
  /** Quieter words after the label, such as '(optional)'. */
  note?: string
  /** What is wrong and what to do; marks the field. */
  error?: string
}

/** A labelled line of text. */
export function TextField({ label, note, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Frame id={id} label={label} note={note} error={error}>
      <input
        {...input}
        id={id}
        {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}error` } : {})}
      />
    </Frame>
  )
}

/** A labelled text of several lines. */
export function TextArea({ label, note, error, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Frame id={id} label={label} note={note} error={error}>
      <textarea
        {...area}
        id={id}
        {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}error` } : {})}
      />
    </Frame>
  )
}

interface FrameProps {
  id: string
  label: string
  note: string | undefined
  error: string | undefined
  children: ReactNode
}

function Frame({ id, label, note, error, children }: FrameProps) {
  return (
    <Field $bad={Boolean(error)}>
      <label htmlFor={id}>
        {label}
        {note && <small> {note}</small>}
      </label>
      {children}
      {error && (
        <ErrorLine id={`${id}error`}>
          <WarningIcon />
          {error}
        </ErrorLine>
      )}
    </Field>
  )
}

interface ChoiceProps {
  legend: string
  name: string
  options: readonly string[]
  /** Of the checked option. */
  defaultValue?: string
  disabled?: boolean
}

/** One of a few: a real radio group in a row. */
export function Choice({ legend, name, options, defaultValue, disabled }: ChoiceProps) {
  return (
    <Field as="fieldset" $bad={false} disabled={disabled}>
      <legend>{legend}</legend>
      <Options>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} defaultChecked={option === defaultValue} />
            {option}
          </label>
        ))}
      </Options>
    </Field>
  )
}

/* Dashed means not governed: a field in error has a dashed edge, an icon and a sentence. */
const bad = css`
  > input,
  > textarea {
    border: 2px dashed ${color.ink};
    padding: 12px 13px;
  }
`

const Field = styled.div<{ $bad: boolean; disabled?: boolean | undefined }>`
  display: grid;
  gap: 8px;

  > label,
  > legend {
    font-weight: 600;
    font-size: 1rem;
    padding: 0;
  }

  > legend {
    margin-bottom: 8px;
  }

  small {
    font-weight: 400;
    color: ${color.ink3};
    font-size: ${size.small};
  }

  > input,
  > textarea {
    width: 100%;
    min-height: 52px;
    background: ${color.bg};
    border: 1px solid ${color.rule2};
    border-radius: ${radius};
    padding: 13px 14px;
    font-size: 1.0625rem;
    line-height: 1.45;
  }

  > textarea {
    resize: vertical;
  }

  > input:hover,
  > textarea:hover {
    border-color: ${color.ink};
  }

  > input:focus-visible,
  > textarea:focus-visible {
    outline-offset: -1px;
    border-color: ${color.ink};
  }

  ::placeholder {
    color: ${color.ink3};
    opacity: 1;
  }

  ${({ $bad }) => $bad && bad}
`

const ErrorLine = styled.p`
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

const Options = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  border: 1px solid ${color.rule2};
  border-radius: ${radius};
  background: ${color.bg};

  label {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 50px;
    font-weight: 500;
    border-left: 1px solid ${color.rule};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  label:first-child {
    border: 0;
  }

  input {
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: ${color.signal};
  }

  @media (max-width: 479px) {
    grid-template-columns: 1fr 1fr;

    label:nth-child(n + 3) {
      border-top: 1px solid ${color.rule};
    }

    label:nth-child(3) {
      border-left: 0;
    }
  }
`
