import { Box, Button, Card, Dialog, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useEffect, useRef, useState } from 'react'
import type { Erased, SubmissionStory } from '../../../api/contract/submissions.ts'
import { useIsAdministrator } from '../administrator.ts'
import { Alert } from '../alert.tsx'
import { Empty } from '../start/empty.tsx'
import { SteadyButton } from '../steady-button.tsx'
import { timeOf } from '../time.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { NoteField } from './note-field.tsx'
import { stepsOf } from './story-steps.ts'
import type { UnsentNotes } from './unsent-notes.ts'
import { useStory } from './use-story.ts'
import { FIELD_NAMES, kindName } from './words.ts'

interface Props {
  id: string
  unsent: UnsentNotes
  onErased: (erased: Erased) => void
  onClose: () => void
}

/** All of one submission: what was sent, what became of it, and what can be done with it. */
export function SubmissionDialog({ id, unsent, onErased, onClose }: Props) {
  const { story, message, isErased, isBusy, redeliver, writeNote, erase } = useStory(id)
  const [isErasing, setErasing] = useState(false)
  const mayErase = useIsAdministrator()

  useEffect(() => {
    if (isErased) unsent.delete(id)
  }, [isErased, unsent, id])

  if (isErased) return <ErasedDialog message={message ?? ''} onClose={onClose} />
  return (
    <Dialog
      id="submission"
      header={story ? kindName(story) : 'Submission'}
      width={1}
      onClose={onClose}
      footer={
        story &&
        mayErase && (
          <Flex padding={3} justify="flex-end">
            <Button mode="bleed" tone="critical" text="Erase…" onClick={() => setErasing(true)} />
          </Flex>
        )
      }
    >
      <Stack gap={5} padding={4}>
        {message && !isErasing && <Alert message={message} />}
        {!story && !message && <Empty>Loading…</Empty>}
        {story && (
          <>
            <Sent story={story} />
            <Stack gap={3}>
              <Heading as="h2" size={1}>
                What became of it
              </Heading>
              <Steps story={story} />
              <Deliver story={story} isBusy={isBusy} onDeliver={redeliver} />
            </Stack>
            <NoteField id={id} note={story.note} unsent={unsent} isBusy={isBusy} onWrite={writeNote} />
          </>
        )}
      </Stack>
      {isErasing && story && (
        <EraseDialog
          story={story}
          message={message}
          isBusy={isBusy}
          onErase={async (reason) => {
            const erased = await erase(reason)
            if (erased) onErased(erased)
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </Dialog>
  )
}

/** Nothing of what was erased, and nothing to do with it. */
function ErasedDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)

  // What had the focus is gone.
  useEffect(() => button.current?.focus(), [])

  return (
    <Dialog
      id="erased-submission"
      header="Erased"
      width={1}
      onClose={onClose}
      footer={
        <Flex padding={3} justify="flex-end">
          <Button ref={button} mode="ghost" text="Close" onClick={onClose} />
        </Flex>
      }
    >
      <Box padding={4}>
        <Alert message={message} />
      </Box>
    </Dialog>
  )
}

function Sent({ story }: { story: SubmissionStory }) {
  const fields = story.fields.filter(({ value }) => value !== '')
  return (
    <Stack as="dl" gap={4} margin={0}>
      {fields.map(({ name, value }) => (
        <Stack key={name} gap={2}>
          <Text as="dt" size={1} muted>
            {FIELD_NAMES[name] ?? name}
          </Text>
          <Box as="dd" margin={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            <Text size={1} style={{ unicodeBidi: 'plaintext' }}>
              {name === 'email' ? <a href={`mailto:${encodeURIComponent(value)}`}>{value}</a> : value}
            </Text>
          </Box>
        </Stack>
      ))}
    </Stack>
  )
}

function Steps({ story }: { story: SubmissionStory }) {
  return (
    <Stack as="ol" gap={2} aria-label="What became of it">
      {stepsOf(story).map(({ text, at, tone }) => (
        <Card key={text} as="li" tone={tone ?? 'transparent'} radius={2} padding={3}>
          <Text size={1}>
            {text}
            {at !== undefined && (
              <>
                {' · '}
                <time dateTime={at}>{timeOf(at)}</time>
              </>
            )}
          </Text>
        </Card>
      ))}
    </Stack>
  )
}

const AGAIN = {
  mail: { first: 'Mail it', again: 'Mail it again' },
  crm: { first: 'Tell the CRM', again: 'Tell the CRM again' },
}

interface DeliverProps {
  story: SubmissionStory
  isBusy: boolean
  onDeliver: ReturnType<typeof useStory>['redeliver']
}

function Deliver({ story, isBusy, onDeliver }: DeliverProps) {
  const channels = story.deliveries.filter(({ isConfigured }) => isConfigured)
  if (channels.length === 0) return null
  return (
    <Flex gap={2} wrap="wrap">
      {channels.map(({ channel, state }) => (
        <SteadyButton
          key={channel}
          mode="ghost"
          fontSize={1}
          padding={2}
          text={state === 'done' ? AGAIN[channel].again : AGAIN[channel].first}
          isOff={isBusy}
          onClick={() => onDeliver(channel)}
        />
      ))}
    </Flex>
  )
}
