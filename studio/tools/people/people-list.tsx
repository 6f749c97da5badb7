import { Card, Heading, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { useProjectId } from 'sanity'
import type { Person } from '../../../api/contract/people.ts'
import { Alert } from '../alert.tsx'
import { CopyField } from '../share/copy-field.tsx'
import { Empty } from '../start/empty.tsx'
import { useFocusKept } from '../use-focus-kept.ts'
import { useSignedIn } from '../use-signed-in.ts'
import { EndDialog } from './end-dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { PersonCard } from './person-card.tsx'
import { usePeople, type Done } from './use-people.ts'
import { ROLES_EXPLAINED } from './words.ts'

/** Who may edit, and who no longer may. Here people are invited, given a role and revoked. */
export function PeopleList() {
  const { answer, message, done, isBusy, reload, invite, setRole, link, revoke, erase } = usePeople()
  const me = useSignedIn()?.id
  const isHosted = useProjectId() !== 'local'
  const [ending, setEnding] = useState<Person>()
  const { target, within } = useFocusKept<HTMLOutputElement>()
  if (!answer && message !== undefined) return <Alert message={message} onRetry={reload} />
  if (!answer) return <Empty>Loading…</Empty>
  if (!answer.isOn) return <Empty>{isHosted ? HOSTED : ALONE}</Empty>

  const { people, mails } = answer
  const cards = (some: readonly Person[]) =>
    some.map((person) => (
      <PersonCard
        key={person.id}
        person={person}
        isMe={person.id === me}
        mails={mails}
        isBusy={isBusy}
        setRole={setRole}
        link={link}
        onEnd={() => setEnding(person)}
      />
    ))
  const present = people.filter(({ revokedAt }) => revokedAt === null)
  const former = people.filter(({ revokedAt }) => revokedAt !== null)
  function end({ id, revokedAt }: Person): void {
    setEnding(undefined)
    if (revokedAt === null) revoke(id)
    else erase(id)
  }
  return (
    <Stack gap={5} {...within}>
      <Text size={1} muted>
        {ROLES_EXPLAINED}{' '}
        {mails ? 'Everybody you invite gets an email.' : 'Each invitation shows you a link to pass on.'}
      </Text>
      <InviteForm isBusy={isBusy} onInvite={invite} />
      {/* Also in sight of who acts on somebody further down. */}
      <Stack gap={5} style={{ position: 'sticky', top: 0, zIndex: 1 }}>
        {message !== undefined && <Alert message={message} />}
        <output ref={target} tabIndex={-1}>
          {done && <DoneMessage {...done} />}
        </output>
      </Stack>
      {present.length === 0 && (
        <Empty>Nobody has been invited yet. Anybody with the access token can sign in.</Empty>
      )}
      {present.length > 0 && (
        <Stack as="ul" gap={2} aria-label="Who may sign in">
          {cards(present)}
        </Stack>
      )}
      {former.length > 0 && (
        <>
          <Heading as="h2" size={1}>
            No longer
          </Heading>
          <Stack as="ul" gap={2} aria-label="Who was revoked">
            {cards(former)}
          </Stack>
        </>
      )}
      {ending && (
        <EndDialog person={ending} onAnswer={() => end(ending)} onClose={() => setEnding(undefined)} />
      )}
    </Stack>
  )
}

/** What was done, with the link to hand on where there is one. */
function DoneMessage({ text, url }: Done) {
  return (
    <Card tone="positive" border radius={2} padding={3}>
      {url === undefined ? <Text size={1}>{text}</Text> : <CopyField key={url} label={text} value={url} />}
    </Card>
  )
}

const ALONE =
  'Nobody signs in here, and anybody who can open this Studio may do everything. People get names and roles once the server has an access token.'
const HOSTED =
  'Sanity manages who edits this content. Invite people in the project’s settings at sanity.io/manage.'
