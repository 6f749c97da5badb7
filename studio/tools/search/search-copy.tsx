import { SearchIcon } from '@sanity/icons/Search'
import { Box, Button, Checkbox, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { useClient, useSchema, type SanityClient } from 'sanity'
import { Alert } from '../alert.tsx'
import { findPlaces, type FoundPlace } from './find-places.ts'
import { PlaceList } from './place-list.tsx'
import { patternOf } from './replacing.ts'
import { useCopy } from './use-copy.ts'

/** More rows than anybody ticks through. */
const SHOWN = 200

/** Finds words in all copy, shows the sentences that they stand in, and replaces them where an editor ticks it. */
export function SearchCopy() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const schema = useSchema()
  const [words, setWords] = useState('')
  const [isWholeWord, setWholeWord] = useState(false)
  const [isSameCase, setSameCase] = useState(false)
  const [replacement, setReplacement] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>()
  const copy = useCopy(words !== '')
  const asked = useDeferredValue(words)
  const isReplacing = replacement !== undefined
  const found = useMemo(() => {
    const pattern = patternOf({ words: asked, isWholeWord, isSameCase })
    return pattern && copy && findPlaces(copy, schema, pattern, replacement ?? '')
  }, [asked, isWholeWord, isSameCase, copy, schema, replacement])
  const shown = found?.slice(0, SHOWN) ?? []
  const ticked = shown.filter(({ key, fault }) => fault === undefined && !left.has(key))

  function toggle(key: string): void {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  async function replaceAll(): Promise<void> {
    const documents = new Set(ticked.map(({ id }) => id)).size
    try {
      await writeDrafts(client, ticked)
      const text = `Replaced in ${many(ticked.length, 'place')}, in the drafts of ${many(documents, 'document')}. Nothing is published yet.`
      setSaid({ text, isFault: false })
    } catch {
      const text =
        'Nothing was replaced: somebody edits one of these texts now. Look at the list, then try again.'
      setSaid({ text, isFault: true })
    }
  }

  return (
    <Stack as="search" aria-label="All copy" gap={4}>
      <Flex gap={3} wrap="wrap" align="center">
        <Box flex={1} style={{ minWidth: 220 }}>
          <TextInput
            type="search"
            aria-label="Find in all copy"
            placeholder="Find in all copy"
            icon={SearchIcon}
            fontSize={2}
            value={words}
            onChange={({ currentTarget }) => {
              setWords(currentTarget.value)
              setLeft(new Set())
              setSaid(undefined)
            }}
          />
        </Box>
        {isReplacing && (
          <Box flex={1} style={{ minWidth: 220 }}>
            <TextInput
              aria-label="Replace with"
              placeholder="Replace with"
              fontSize={2}
              value={replacement}
              onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
            />
          </Box>
        )}
        <Button
          mode="ghost"
          text={isReplacing ? 'Find only' : 'Replace…'}
          onClick={() => setReplacement(isReplacing ? undefined : '')}
        />
      </Flex>
      {words !== '' && (
        <Flex gap={4} wrap="wrap" align="center">
          <Switch label="Whole words" isOn={isWholeWord} onSwitch={setWholeWord} />
          <Switch label="Upper and lower case as typed" isOn={isSameCase} onSwitch={setSameCase} />
        </Flex>
      )}
      {said &&
        (said.isFault ? (
          <Alert message={said.text} />
        ) : (
          <Text as="output" size={1} weight="medium">
            {said.text}
          </Text>
        ))}
      {found && (
        <Text muted size={1}>
          {found.length === 0 ? 'No copy says so.' : `Found in ${many(found.length, 'place')}.`}
          {found.length > SHOWN && ` The first ${SHOWN} are shown: write more to find fewer.`}
        </Text>
      )}
      {shown.length > 0 && (
        <PlaceList places={shown} isReplacing={isReplacing} left={left} onToggle={toggle} />
      )}
      {isReplacing && shown.length > 0 && (
        <Flex>
          <Button
            tone="primary"
            text={`Replace in ${many(ticked.length, 'place')}`}
            disabled={ticked.length === 0}
            onClick={() => void replaceAll()}
          />
        </Flex>
      )}
    </Stack>
  )
}

function Switch({
  label,
  isOn,
  onSwitch,
}: {
  label: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  return (
    <Flex as="label" gap={2} align="center">
      <Checkbox checked={isOn} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
      <Text size={1}>{label}</Text>
    </Flex>
  )
}

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/**
 * Writes the results of these places into the drafts of their documents, all or none; nothing is published.
 * @throws what the client throws: also where one of the documents was edited since
 */
async function writeDrafts(client: SanityClient, places: readonly FoundPlace[]): Promise<void> {
  const transaction = client.transaction()
  for (const [id, ofDocument] of Map.groupBy(places, (place) => place.id)) {
    const [first] = ofDocument
    if (!first) continue
    const { document, hasDraft } = first
    const { _rev, ...fields } = document
    // Refused where somebody began a draft since, as its text would be lost.
    if (!hasDraft) transaction.create({ ...fields, _id: `drafts.${id}` })
    const set = Object.fromEntries(ofDocument.map(({ path, result }) => [path, result]))
    transaction.patch(`drafts.${id}`, { set, ...(hasDraft && { ifRevisionID: _rev }) })
  }
  await transaction.commit({ tag: 'copy.replace' })
}
