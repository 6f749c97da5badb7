import { Button, Dialog, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useId, useState } from 'react'
import type { SubmissionStory } from '../../../api/contract/submissions.ts'
import { Alert } from '../alert.tsx'
import { amountOf } from './words.ts'

interface Props {
  story: SubmissionStory
  message: string | undefined
  isBusy: boolean
  onErase: (reason: string) => Promise<void>
  onClose: () => void
}

const SHORTEST = 3

/** Asks why all of somebody is erased, and says what that takes. */
export function EraseDialog({ story, message, isBusy, onErase, onClose }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  return (
    <Dialog
      id="erase-submission"
      header="Erase for good?"
      width={0}
      onClose={onClose}
      footer={
        <Flex gap={2} padding={3} justify="flex-end" wrap="wrap">
          <Button mode="bleed" text="Cancel" onClick={onClose} />
          <Button
            tone="critical"
            text="Erase"
            disabled={isBusy || reason.trim().length < SHORTEST}
            onClick={() => void onErase(reason)}
          />
        </Flex>
      }
    >
      <Stack gap={4} padding={4}>
        {message && <Alert message={message} />}
        <Text size={1}>
          All that {story.email} sent is erased here: {amountOf(story.ofAddress)}, with notes. It can’t be
          brought back. What was mailed or told to the CRM has to be erased there.
        </Text>
        <Stack gap={3}>
          <Text as="label" htmlFor={id} size={1} weight="medium">
            Why? This line stays, with your name: leave theirs out of it.
          </Text>
          <TextInput
            id={id}
            value={reason}
            maxLength={200}
            placeholder="Asked for by mail"
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Stack>
      </Stack>
    </Dialog>
  )
}
