import { Card, Flex, Stack, Text } from '@sanity/ui'
import { Autocomplete } from '@sanity/ui/autocomplete'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import {
  PatchEvent,
  set,
  unset,
  useClient,
  useFormCallbacks,
  useFormValue,
  type StringInputProps,
} from 'sanity'
import { CLIENT } from '../../client-options.ts'
import { placesIn, type Place } from '../../schema/places.ts'
import { sitePaths, type LandingPlace } from '../../schema/site-paths.ts'
import { foundPlaces } from './found-places.ts'

/** The input of a link: a list of pages and sections, and free text for any other address. */
export function LinkInput({
  value: stored = '',
  path,
  schemaType,
  readOnly,
  focused,
  elementProps,
}: StringInputProps) {
  const id = useFormValue(['_id'])
  const { places, landing, isLoaded } = usePlaces(id)
  const { onChange } = useFormCallbacks()
  const linked = useFormValue([...path.slice(0, -1), 'page']) as { _ref: string } | undefined
  const page = landing.find(({ _id }) => _id === linked?._ref)
  // A page that has moved is shown at its current path, not at the one that was chosen.
  const value = page ? page.path + restOf(stored) : stored
  const { id: inputId, ref, onFocus, onBlur, 'aria-describedby': describedBy } = elementProps
  const chosen = places.find((place) => place.value === value)
  // A new value would close the list, so it keeps the value from before the typing.
  const [before, setBefore] = useState<string>()
  const [typed, setTyped] = useState('')

  const [input, setInput] = useState<HTMLInputElement | null>(null)
  useImperativeHandle(ref, () => input, [input])
  // The list hands out its input one render late: the form has tried to focus it by then, and does so once.
  useEffect(() => {
    if (focused) input?.focus()
  }, [focused, input])

  /** Patches the object around the field. */
  function write(text: string): void {
    const link = text.trim()
    const found = landing.find((one) => one.path === pathOf(link))
    const own = path.slice(-1)
    const patches = [link === '' ? unset(own) : set(link, own)]
    if (schemaType.options?.movesAlong && found)
      patches.push(set({ _type: 'reference', _ref: found._id, _weak: true }, ['page']))
    else if (linked) patches.push(unset(['page']))
    onChange(PatchEvent.from(patches))
  }

  // The first edit makes a draft of what is published.
  const now = { document: String(id).replace(/^drafts\./u, ''), stored, linkedId: linked?._ref, readOnly }
  const last = useRef(now)
  // “Paste field” and “Revert change” write the text alone: the link would go on leading to the page of before.
  useEffect(() => {
    if (!isLoaded) return
    const then = last.current
    last.current = now
    if (linked === undefined || pathOf(stored) === pathOf(then.stored)) return
    // Another document, or one that is only looked at, such as an earlier revision.
    if (now.document !== then.document || linked._ref !== then.linkedId || readOnly || then.readOnly) return
    if (landing.find((one) => one.path === pathOf(stored))?._id !== linked._ref) write(stored)
  })

  return (
    <Stack gap={2}>
      <Autocomplete<Place>
        id={inputId}
        ref={setInput}
        aria-describedby={describedBy}
        readOnly={readOnly}
        fontSize={2}
        openButton={{ 'aria-label': 'Choose a page or a section', disabled: readOnly }}
        options={foundPlaces(places, typed)}
        filterOption={isFound}
        renderOption={Option}
        placeholder="Choose a page, or write an address"
        value={before ?? value}
        onFocus={onFocus}
        onBlur={onBlur}
        onChange={write}
        // Typed text counts as it is; an address need not match a place.
        onQueryChange={(query) => {
          setBefore(query === null ? undefined : (before ?? value))
          setTyped(query ?? '')
          if (query !== null) write(query)
        }}
      />
      {(page ?? chosen) && (
        <Text muted size={1}>
          {page ? `Leads to “${page.title ?? page.path}”, and moves with it` : `Leads to ${chosen?.title}`}
        </Text>
      )}
    </Stack>
  )
}

function Option({ value, title }: Place) {
  return (
    <Card as="button" padding={3}>
      <Flex gap={3} justify="space-between">
        <Text size={1} weight="medium">
          {title}
        </Text>
        <Text muted size={1}>
          {value}
        </Text>
      </Flex>
    </Card>
  )
}

/** The list gets filtered options, so its own filter is off. */
function isFound(): boolean {
  return true
}

/**
 * The places of the site. Further legal pages and landing pages join once the content is loaded; for a version, also
 * those in its release.
 */
function usePlaces(id: unknown): { places: Place[]; landing: readonly LandingPlace[]; isLoaded: boolean } {
  const client = useClient(CLIENT)
  const [found, setFound] = useState(() => ({
    places: placesIn([]),
    landing: [] as readonly LandingPlace[],
    isLoaded: false,
  }))

  useEffect(() => {
    let isGone = false
    sitePaths({ getClient: () => client, document: { _id: String(id) } }).then(
      ({ pages, landing }) =>
        !isGone && setFound({ places: withTitles(placesIn([...pages]), landing), landing, isLoaded: true }),
      // Without an answer, the fixed pages remain.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [client, id])

  return found
}

function pathOf(link: string): string {
  return link.split(/[?#]/u, 1)[0] ?? ''
}

function restOf(link: string): string {
  return link.slice(pathOf(link).length)
}

function withTitles(places: Place[], landing: readonly LandingPlace[]): Place[] {
  const titles = new Map(landing.map(({ path, title }) => [path, title]))
  return places.map((place) => ({ ...place, title: titles.get(place.value) ?? place.title }))
}
