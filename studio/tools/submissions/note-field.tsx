import { Button, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useId, useState } from 'react'
import type { SubmissionStory } from '../../../api/contract/submissions.ts'
import { timeOf } from '../time.ts'

interface Props {
  note: SubmissionStory['note']
  isBusy: boolean
  /** Resolves with whether it is kept. */
  onWrite: (text: string) => Promise<boolean>
}

/** A note for the others who read submissions. What somebody writes stands until it is kept. */
export function NoteField({ note, isBusy, onWrite }: Props) {
  const id = useId()
  const [written, setWritten] = useState<string>()
  const kept = note?.text ?? ''
  const text = written ?? kept
  async function keep(): Promise<void> {
    if (!(await onWrite(text))) return
    // What was typed meanwhile is kept by nobody yet.
    setWritten((now) => (now === text ? undefined : now))
  }
  return (
    <Stack gap={3}>
      <Text as="label" htmlFor={id} size={1} weight="semibold">
        Note
      </Text>
      <TextArea
        id={id}
        rows={3}
        fontSize={1}
        maxLength={2_000}
        placeholder="Seen by everybody who can open this"
        value={text}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      <Flex gap={3} align="center" wrap="wrap">
        <Button
          mode="ghost"
          fontSize={1}
          padding={2}
          text="Keep the note"
          disabled={isBusy || text.trim() === kept}
          onClick={() => void keep()}
        />
        <Text as="output" size={1} muted>
          {note && text === kept && `Kept ${timeOf(note.writtenAt)}, ${note.editor}`}
        </Text>
      </Flex>
    </Stack>
  )
}
