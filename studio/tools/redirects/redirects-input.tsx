import { ClipboardIcon } from '@sanity/icons/Clipboard'
import { Button, Card, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useId, useState } from 'react'
import { insert, setIfMissing, type ArrayOfObjectsInputProps } from 'sanity'
import { counted } from '../../../api/contract/amounts.ts'
import { readPasted, type Pasted } from './read-pasted.ts'

/** The list of redirects, and under it a place for many at once. */
export function RedirectsInput(props: ArrayOfObjectsInputProps) {
  const [isOpen, setOpen] = useState(false)
  const rules = (props.value ?? []) as { from?: string }[]
  const known = rules.flatMap(({ from }) => (from === undefined ? [] : [from]))

  function add(found: Pasted['valid']): void {
    const items = found.map((rule) => ({
      _type: 'redirect',
      _key: crypto.randomUUID().slice(0, 12),
      ...rule,
    }))
    props.onChange([setIfMissing([]), insert(items, 'after', [-1])])
  }

  return (
    <Stack gap={3}>
      {props.renderDefault(props)}
      {isOpen ? (
        <PasteMany known={known} onAdd={add} onClose={() => setOpen(false)} />
      ) : (
        <Button
          mode="ghost"
          icon={ClipboardIcon}
          text="Paste many…"
          disabled={props.readOnly}
          onClick={() => setOpen(true)}
        />
      )}
    </Stack>
  )
}

interface PasteManyProps {
  /** Old paths that have a redirect already. */
  known: readonly string[]
  onAdd: (rules: Pasted['valid']) => void
  onClose: () => void
}

function PasteMany({ known, onAdd, onClose }: PasteManyProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [added, setAdded] = useState(0)
  const pasted = readPasted(text, known)
  const { valid, invalid } = pasted

  function add(): void {
    onAdd(valid)
    setAdded(valid.length)
    // What could not be added stays to be mended.
    setText(invalid.map((line) => line.text).join('\n'))
  }

  return (
    <Card border radius={2} padding={3} tone="transparent">
      <Stack gap={4}>
        <Stack as="label" gap={3}>
          <Text size={1} weight="medium">
            Many redirects
          </Text>
          <Text id={id} muted size={1}>
            One in each line: the old path, then where it leads to. A space, a tab, a comma or an arrow may
            stand between, so that lines from a table or another server can be pasted as they are.
          </Text>
          <TextArea
            rows={6}
            fontSize={1}
            aria-describedby={id}
            placeholder={'/old-page /contact\n/blog/launch → https://example.com/launch'}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setAdded(0)
            }}
          />
        </Stack>
        <WhatWasRead added={added} {...pasted} />
        <Flex gap={2} wrap="wrap">
          <Button
            tone="primary"
            text={valid.length === 0 ? 'Add' : `Add ${counted(valid.length, 'redirect')}`}
            disabled={valid.length === 0}
            onClick={add}
          />
          <Button mode="bleed" text="Close" onClick={onClose} />
        </Flex>
      </Stack>
    </Card>
  )
}

/** How many were added, and which lines are left. */
function WhatWasRead({
  added,
  duplicates,
  invalid,
}: Pick<Pasted, 'duplicates' | 'invalid'> & { added: number }) {
  return (
    <output aria-label="What was read">
      <Stack gap={3}>
        {added > 0 && (
          <Text size={1}>{counted(added, 'redirect')} added to the draft. Publish to make them work.</Text>
        )}
        {duplicates.length > 0 && (
          <Text muted size={1}>
            Left out, as they have a redirect already:{' '}
            {duplicates.map(({ line, from }) => `${from} (line ${line})`).join(', ')}.
          </Text>
        )}
        {invalid.map(({ line, reason }) => (
          <Text key={line} size={1}>
            Line {line}: {reason}
          </Text>
        ))}
      </Stack>
    </output>
  )
}
