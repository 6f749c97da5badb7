import { Button, Dialog, Flex, Select, Stack, Text } from '@sanity/ui'
import { useId, useState } from 'react'
import { amountOf } from '../../../api/contract/amounts.ts'
import { ERASE_REASONS, type EraseReason } from '../../../api/contract/limits.ts'
import type { SubmissionStory } from '../../../api/contract/submissions.ts'
import { Alert } from '../alert.tsx'
import { SteadyButton } from '../steady-button.tsx'

interface Props {
  story: SubmissionStory
  message: string | undefined
  isBusy: boolean
  onErase: (reason: EraseReason) => Promise<void>
  onClose: () => void
}

const REASONS = Object.keys(ERASE_REASONS) as EraseReason[]

/** Asks why all of somebody is erased, and says what that takes. */
export function EraseDialog({ story, message, isBusy, onErase, onClose }: Props) {
  const id = useId()
  const [reason, setReason] = useState<EraseReason>()
  return (
    <Dialog
      id="erase-submission"
      header="Erase for good?"
      width={0}
      onClose={onClose}
      footer={
        <Flex gap={2} padding={3} justify="flex-end" wrap="wrap">
          <Button mode="bleed" text="Cancel" onClick={onClose} />
          <SteadyButton
            tone="critical"
            text="Erase"
            isOff={isBusy || reason === undefined}
            onClick={() => reason && void onErase(reason)}
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
            Why? This stays, with the name that you are signed in with.
          </Text>
          <Select
            id={id}
            value={reason ?? ''}
            onChange={({ currentTarget }) => setReason(REASONS.find((one) => one === currentTarget.value))}
          >
            <option value="" disabled>
              Choose…
            </option>
            {REASONS.map((one) => (
              <option key={one} value={one}>
                {ERASE_REASONS[one]}
              </option>
            ))}
          </Select>
        </Stack>
      </Stack>
    </Dialog>
  )
}
