import { styled } from 'styled-components'
import { MAX_LINE, MAX_TEXT } from '../../../api/contract/limits.ts'
import type { Settings } from '../../content/content.ts'
import { FieldError } from '../../ui/field.tsx'
import { fill } from '../../ui/fill.ts'

/** What each field of the plain form must hold. The end of the address (`#company`) says which is shown. */
export function RefusedFields({ waitlist, validation }: Pick<Settings, 'waitlist' | 'validation'>) {
  const { email, details } = waitlist
  const text = (max: number) => fill(validation.text, { max: max.toLocaleString('en-US') })
  const fields = [
    ['email', email.label, validation.email],
    ['firstName', details.firstName, text(MAX_LINE)],
    ['company', details.company, text(MAX_LINE)],
    ['role', details.role, text(MAX_LINE)],
    ['useCase', details.useCase, text(MAX_TEXT)],
  ] as const
  return fields.map(([id, label, rule]) => (
    <Refused key={id} id={id}>
      <FieldError>
        {/[.?!:]$/.test(label) ? label : `${label}:`} {rule}
      </FieldError>
    </Refused>
  ))
}

/* Following a link to a rule keeps the heading above it in sight. */
const Refused = styled.div`
  margin-top: 24px;
  scroll-margin-top: 100vh;

  &:not(:target) {
    display: none;
  }
`
