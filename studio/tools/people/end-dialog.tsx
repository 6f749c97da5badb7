import { Button, Dialog, Flex, Stack, Text } from '@sanity/ui'
import type { Person } from '../../../api/contract/people.ts'

interface Props {
  person: Person
  onAnswer: () => void
  onClose: () => void
}

/** Asks before somebody is revoked, or erased after that, and says what it does. */
export function EndDialog({ person: { name, revokedAt }, onAnswer, onClose }: Props) {
  const isErasing = revokedAt !== null
  return (
    <Dialog
      id="end-person"
      header={isErasing ? `Erase ${name}?` : `Revoke ${name}?`}
      width={0}
      onClose={onClose}
      footer={
        <Flex gap={2} padding={3} justify="flex-end" wrap="wrap">
          <Button mode="bleed" text="Cancel" onClick={onClose} />
          <Button tone="critical" text={isErasing ? 'Erase' : 'Revoke'} onClick={onAnswer} />
        </Flex>
      }
    >
      <Stack padding={4}>
        <Text size={1}>
          {isErasing
            ? 'Name and email address are erased for good. What this person wrote stays, under “Former editor”. The audit list and earlier site versions keep the name.'
            : 'This person is signed out everywhere at once, and their links stop working. Drafts and history stay as they are. You can invite them again.'}
        </Text>
      </Stack>
    </Dialog>
  )
}
