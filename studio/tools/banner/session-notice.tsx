import { Button, Card, Flex, Text } from '@sanity/ui'
import { useCurrentUser, type CurrentUser } from 'sanity'
import { isSame, roleOf, useSignedIn } from '../use-signed-in.ts'

/** Says that the page offers what somebody else may do, or another role. Asks for a reload, as much is decided at the start. */
export function SessionNotice() {
  const atStart = useCurrentUser()
  const now = useSignedIn()
  return (
    <output aria-label="Who is signed in">
      {atStart && now && !isSame(atStart, now) && (
        <Card tone="caution" borderBottom paddingX={4} paddingY={2}>
          <Flex align="center" gap={3} wrap="wrap">
            <Text size={1}>{sentenceOf(atStart, now)} Drafts are kept.</Text>
            <Button
              mode="ghost"
              fontSize={1}
              padding={2}
              text="Reload"
              onClick={() => window.location.reload()}
            />
          </Flex>
        </Card>
      )}
    </output>
  )
}

function sentenceOf(atStart: CurrentUser, now: CurrentUser): string {
  return atStart.id === now.id
    ? `Your role is ${roleOf(now)} now, and this page still offers what the role ${roleOf(atStart)} may do.`
    : `You are signed in as ${now.name} now, and this page still offers what ${atStart.name} may do.`
}
