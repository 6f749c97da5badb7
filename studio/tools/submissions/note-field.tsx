import { Button, Card, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useEffect, useId, useState } from 'react'
import { MAX_NOTE } from '../../../api/contract/limits.ts'
import { SteadyButton } from '../steady-button.tsx'
import { timeOf } from '../time.ts'
import { useFocusKept } from '../use-focus-kept.ts'
import type { UnsentNotes } from './unsent-notes.ts'
import type { Note, Story } from './use-story.ts'

interface Props {
  /** Of the submission. */
  id: string
  note: Note
  unsent: UnsentNotes
  isBusy: boolean
  onWrite: Story['writeNote']
}

/**
 * A note for the others who read submissions. What somebody writes stands until it is kept; where another one was kept
 * meanwhile, both are shown.
 */
export function NoteField({ id, note, unsent, isBusy, onWrite }: Props) {
  const fieldId = useId()
  const [written, setWritten] = useState(unsent.get(id))
  const { target, within } = useFocusKept<HTMLTextAreaElement>()
  const kept = note?.text ?? ''
  const text = written?.text ?? kept
  const isKept = text.trim() === kept
  const isOther = written !== undefined && !isKept && written.from?.writtenAt !== note?.writtenAt

  useEffect(() => {
    if (written) unsent.set(id, written)
    else unsent.delete(id)
  }, [unsent, id, written])

  async function keep(over: Note): Promise<void> {
    const story = await onWrite(text, over)
    if (!story) return
    // The dialog may be closed by now.
    if (unsent.get(id)?.text === text) unsent.delete(id)
    // What was typed meanwhile is kept by nobody yet.
    setWritten((now) => (now && now.text !== text ? { ...now, from: story.note } : undefined))
  }
  return (
    <Stack gap={3} {...within}>
      <Text as="label" htmlFor={fieldId} size={1} weight="semibold">
        Note
      </Text>
      <TextArea
        ref={target}
        id={fieldId}
        rows={3}
        fontSize={1}
        maxLength={MAX_NOTE}
        placeholder="Seen by everybody who can open this"
        value={text}
        onChange={({ currentTarget: { value } }) =>
          setWritten((now) => ({ text: value, from: now ? now.from : note }))
        }
      />
      {isOther ? (
        <Other
          note={note}
          isBusy={isBusy}
          onKeep={() => void keep(note)}
          onLeave={() => setWritten(undefined)}
        />
      ) : (
        <Flex gap={3} align="center" wrap="wrap">
          <SteadyButton
            mode="ghost"
            fontSize={1}
            padding={2}
            text="Keep the note"
            isOff={isBusy || isKept}
            onClick={() => void keep(written?.from ?? null)}
          />
          <Text as="output" size={1} muted>
            {note && text === kept && `Kept ${timeOf(note.writtenAt)}, ${note.editor}`}
          </Text>
        </Flex>
      )}
    </Stack>
  )
}

interface OtherProps {
  note: Note
  isBusy: boolean
  onKeep: () => void
  onLeave: () => void
}

/** What somebody else kept meanwhile. */
function Other({ note, isBusy, onKeep, onLeave }: OtherProps) {
  return (
    <Card tone="caution" border radius={2} padding={3}>
      <Stack gap={3}>
        <Text as="output" size={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {note ? `${note.editor} wrote meanwhile: “${note.text}”` : 'Somebody removed the note meanwhile.'}
        </Text>
        <Flex gap={2} wrap="wrap">
          <SteadyButton
            mode="ghost"
            fontSize={1}
            padding={2}
            text="Keep mine instead"
            isOff={isBusy}
            onClick={onKeep}
          />
          <Button mode="ghost" fontSize={1} padding={2} text="Leave theirs" onClick={onLeave} />
        </Flex>
      </Stack>
    </Card>
  )
}
