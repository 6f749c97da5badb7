import { Badge, Box, Card, Flex, Select, Stack, Text } from '@sanity/ui'
import type { Person } from '../../../api/contract/people.ts'
import { SteadyButton } from '../steady-button.tsx'
import { timeOf } from '../time.ts'
import type { People } from './use-people.ts'
import { ROLE_NAMES } from './words.ts'

interface Props extends Pick<People, 'isBusy' | 'setRole' | 'link'> {
  person: Person
  isMe: boolean
  mails: boolean
  /** Asks for confirmation first, as it can't be undone. */
  onEnd: () => void
}

/** A current or former editor, with the actions on them. */
export function PersonCard({ person, isMe, mails, isBusy, setRole, link, onEnd }: Props) {
  const { id, name, email, role, revokedAt } = person
  return (
    <Card as="li" border radius={2} padding={3} aria-label={name}>
      <Flex gap={3} align="center" wrap="wrap">
        <Box flex={1} style={{ minWidth: '14rem', overflowWrap: 'anywhere' }}>
          <Stack gap={3}>
            <Flex gap={2} align="center">
              <Text weight="medium">{name}</Text>
              {isMe && <Badge>You</Badge>}
            </Flex>
            <Text size={1} muted>
              {[email, seenIn(person)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
        </Box>
        {revokedAt === null ? (
          <Flex gap={2} align="center" wrap="wrap">
            <Box>
              <Select
                aria-label={`Role of ${name}`}
                fontSize={1}
                value={role}
                // A disabled one would lose the focus.
                aria-disabled={isBusy || undefined}
                onChange={({ currentTarget }) => {
                  if (!isBusy)
                    setRole(id, currentTarget.value === 'administrator' ? 'administrator' : 'editor')
                }}
              >
                <option value="editor">{ROLE_NAMES.editor}</option>
                <option value="administrator">{ROLE_NAMES.administrator}</option>
              </Select>
            </Box>
            {mails && <Act text="Mail a link" to={name} isBusy={isBusy} onClick={() => link(id, 'mail')} />}
            <Act text="Make a link" to={name} isBusy={isBusy} onClick={() => link(id, 'hand')} />
            <Act text="Revoke…" to={name} isBusy={isBusy} tone="critical" onClick={onEnd} />
          </Flex>
        ) : (
          email !== '' && <Act text="Erase…" to={name} isBusy={isBusy} tone="critical" onClick={onEnd} />
        )}
      </Flex>
    </Card>
  )
}

interface ActProps {
  text: string
  to: string
  isBusy: boolean
  tone?: 'critical'
  onClick: () => void
}

function Act({ text, to, isBusy, tone = 'default' as never, onClick }: ActProps) {
  return (
    <SteadyButton
      mode="ghost"
      tone={tone}
      fontSize={1}
      padding={3}
      text={text}
      aria-label={`${text.replace('…', '')}: ${to}`}
      isOff={isBusy}
      onClick={onClick}
    />
  )
}

function seenIn({ signedInAt, revokedAt }: Person): string {
  if (revokedAt !== null) return `Revoked ${timeOf(revokedAt)}`
  return signedInAt === null ? 'Has not signed in yet' : `Signed in ${timeOf(signedInAt)}`
}
