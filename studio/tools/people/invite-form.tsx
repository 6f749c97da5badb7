import { Flex, Label, Select, Stack, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { MAX_EMAIL, MAX_PERSON_NAME } from '../../../api/contract/limits.ts'
import type { Invitation, PersonRole } from '../../../api/contract/people.ts'
import { SteadyButton } from '../steady-button.tsx'
import { ROLE_NAMES } from './words.ts'

interface Props {
  isBusy: boolean
  /** Resolves with whether it succeeded; if not, the typed text stays. */
  onInvite: (invitation: Invitation) => Promise<boolean>
}

/** The form that invites a person. */
export function InviteForm({ isBusy, onInvite }: Props) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PersonRole>('editor')
  async function submit(): Promise<void> {
    if (!(await onInvite({ name, email, role }))) return
    // Text typed meanwhile is for the next invitation.
    setName((now) => (now === name ? '' : now))
    setEmail((now) => (now === email ? '' : now))
    setRole((now) => (now === role ? 'editor' : now))
  }
  return (
    <form
      aria-label="Invite somebody"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Flex gap={3} wrap="wrap" align="flex-end">
        <Stack as="label" gap={2} flex={1} style={{ minWidth: '10rem' }}>
          <Label size={1}>Name</Label>
          <TextInput
            value={name}
            maxLength={MAX_PERSON_NAME}
            onChange={(e) => setName(e.currentTarget.value)}
          />
        </Stack>
        <Stack as="label" gap={2} flex={2} style={{ minWidth: '14rem' }}>
          <Label size={1}>Email address</Label>
          <TextInput
            inputMode="email"
            value={email}
            maxLength={MAX_EMAIL}
            onChange={(e) => setEmail(e.currentTarget.value)}
          />
        </Stack>
        <Stack as="label" gap={2}>
          <Label size={1}>Role</Label>
          <Select value={role} onChange={(e) => setRole(roleOf(e.currentTarget.value))}>
            <option value="editor">{ROLE_NAMES.editor}</option>
            <option value="administrator">{ROLE_NAMES.administrator}</option>
          </Select>
        </Stack>
        <SteadyButton type="submit" tone="primary" text="Invite" isOff={isBusy} />
      </Flex>
    </form>
  )
}

function roleOf(value: string): PersonRole {
  return value === 'administrator' ? 'administrator' : 'editor'
}
