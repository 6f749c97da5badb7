import { SearchIcon } from '@sanity/icons/Search'
import { Box, Button, Checkbox, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useDeferredValue, useMemo, useState, type ComponentType } from 'react'
import { useProjectId, useSchema } from 'sanity'
import { counted } from '../../../api/contract/amounts.ts'
import { ADMINISTERED_TYPES } from '../../../api/contract/document-types.ts'
import { useIsAdministrator } from '../administrator.ts'
import { Alert } from '../alert.tsx'
import { findPlaces } from './find-places.ts'
import { PlaceList } from './place-list.tsx'
import { patternOf } from './replacing.ts'
import { useCopy } from './use-copy.ts'
import { useReplaceAll } from './use-replace-all.ts'
import { useWordsInAddress } from './use-words-in-address.ts'

/** More rows than anybody ticks through. */
const SHOWN = 200

/** Finds words in all copy, shows the sentences that contain them, and replaces them where an editor ticks a box. */
export function SearchCopy() {
  const schema = useSchema()
  const { words, setWords, keep } = useWordsInAddress()
  const [isWholeWord, setWholeWord] = useState(false)
  const [isSameCase, setSameCase] = useState(false)
  const [replacement, setReplacement] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const copy = useCopy(words !== '')
  const { said, dismiss, isWaiting, replaceAll } = useReplaceAll(copy)
  const closed = useClosedTypes()
  const asked = useDeferredValue(words)
  const isReplacing = replacement !== undefined
  const found = useMemo(() => {
    const pattern = patternOf({ words: asked, isWholeWord, isSameCase, isFolded: !isReplacing })
    return pattern && copy && findPlaces(copy, schema, { pattern, replacement: replacement ?? '', closed })
  }, [asked, isWholeWord, isSameCase, isReplacing, copy, schema, replacement, closed])
  const shown = found?.slice(0, SHOWN) ?? []
  const ticked = shown.filter(({ key, fault }) => fault === undefined && !left.has(key))

  function find(typed: string): void {
    setWords(typed)
    setLeft(new Set())
    dismiss()
  }

  function toggle(key: string): void {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }

  return (
    <Stack as="search" aria-label="All copy" gap={4}>
      <Flex gap={3} wrap="wrap" align="center">
        <Words
          label="Find in all copy"
          value={words}
          onType={find}
          onBlur={keep}
          icon={SearchIcon}
          type="search"
        />
        {isReplacing && <Words label="Replace with" value={replacement} onType={setReplacement} />}
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
      {said && <Said {...said} />}
      {words !== '' && (
        <Text as="output" muted size={1}>
          {found && summaryOf(found.length)}
        </Text>
      )}
      {shown.length > 0 && (
        <PlaceList places={shown} isReplacing={isReplacing} left={left} onToggle={toggle} />
      )}
      {isReplacing && shown.length > 0 && (
        <Flex>
          <Button
            tone="primary"
            text={`Replace in ${counted(ticked.length, 'place')}`}
            disabled={ticked.length === 0 || isWaiting}
            onClick={() => void replaceAll(ticked)}
          />
        </Flex>
      )}
    </Stack>
  )
}

function summaryOf(count: number): string {
  if (count === 0) return 'No sentence contains these words.'
  const rest = count > SHOWN ? ` The first ${SHOWN} are shown: type more to narrow it down.` : ''
  return `Found in ${counted(count, 'place')}.${rest}`
}

/** Document types that this user can't write; for a hosted dataset, Sanity's roles decide. */
function useClosedTypes(): readonly string[] {
  const isLocal = useProjectId() === 'local'
  const isAdministrator = useIsAdministrator()
  return isLocal && !isAdministrator ? ADMINISTERED_TYPES : NONE
}

const NONE: readonly string[] = []

interface WordsProps {
  label: string
  value: string
  onType: (typed: string) => void
  onBlur?: () => void
  icon?: ComponentType
  type?: 'search'
}

function Words({ label, onType, ...props }: WordsProps) {
  return (
    <Box flex={1} style={{ minWidth: 220 }}>
      <TextInput
        {...props}
        aria-label={label}
        placeholder={label}
        fontSize={2}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </Box>
  )
}

/** What became of replacing. */
function Said({ text, isFault }: { text: string; isFault: boolean }) {
  if (isFault) return <Alert message={text} />
  return (
    <Text as="output" size={1} weight="medium">
      {text}
    </Text>
  )
}

interface SwitchProps {
  label: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <Flex as="label" gap={2} align="center">
      <Checkbox checked={isOn} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
      <Text size={1}>{label}</Text>
    </Flex>
  )
}
