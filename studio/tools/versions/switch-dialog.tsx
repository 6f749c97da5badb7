import { Button, Dialog, Flex, Stack, Text } from '@sanity/ui'
import type { ReleaseRecord } from '../../../api/contract/publishing.ts'
import { timeOf } from '../time.ts'

interface Props {
  version: ReleaseRecord
  onAnswer: () => void
  onClose: () => void
}

/** Asks whether the site is to be held at a version, and says what that does. */
export function SwitchDialog({ version, onAnswer, onClose }: Props) {
  const time = timeOf(version.at)
  return (
    <Dialog
      id="switch-version"
      header={`Show visitors the version of ${time}?`}
      width={0}
      onClose={onClose}
      onClickOutside={onClose}
      footer={
        <Flex gap={2} padding={3} justify="flex-end" wrap="wrap">
          <Button mode="bleed" text="Cancel" onClick={onClose} />
          <Button tone="caution" text="Show this version" onClick={onAnswer} />
        </Flex>
      }
    >
      <Stack gap={4} padding={4}>
        <Text size={1}>Visitors see the version of {time} until you go forward again.</Text>
        <Text size={1}>
          Publishing keeps working meanwhile: what is published is kept and waits, and goes live when you go
          forward to the newest version. No draft and no document is changed.
        </Text>
      </Stack>
    </Dialog>
  )
}
