import { Autocomplete } from '@sanity/ui/autocomplete'
import { Card, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { set, unset, useClient, type StringInputProps } from 'sanity'
import { placesIn, type Place } from '../../schema/places.ts'
import { sitePaths } from '../../schema/site-paths.ts'

/** A link: pages and sections to choose from, and any other address by typing it. */
export function LinkInput({ value = '', onChange, readOnly, elementProps }: StringInputProps) {
  const places = usePlaces()
  const { id, ref, onFocus, onBlur, 'aria-describedby': describedBy } = elementProps
  const chosen = places.find((place) => place.value === value)
  const [isTyping, setTyping] = useState(false)
  // The list of places closes when it is given another value, so it gets what is typed once that is done.
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (!isTyping) setShown(value)
  }, [isTyping, value])

  function write(text: string): void {
    const link = text.trim()
    onChange(link === '' ? unset() : set(link))
  }

  return (
    <Stack gap={2}>
      <Autocomplete<Place>
        id={id}
        ref={ref}
        aria-describedby={describedBy}
        readOnly={readOnly}
        fontSize={2}
        openButton={{ 'aria-label': 'Choose a page or a section', disabled: readOnly }}
        options={places}
        filterOption={isAbout}
        renderOption={Option}
        placeholder="Choose a page, or write an address"
        value={shown}
        onFocus={onFocus}
        onBlur={onBlur}
        onChange={write}
        // What is typed counts as it is: an address needs no match among the places.
        onQueryChange={(query) => {
          setTyping(query !== null)
          if (query !== null) write(query)
        }}
      />
      {chosen && (
        <Text muted size={1}>
          Leads to {chosen.title}
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

function isAbout(query: string, { value, title }: Place): boolean {
  const words = query.toLowerCase()
  return title.toLowerCase().includes(words) || value.includes(words)
}

/** The places of the site, further legal pages included once the content has told of them. */
function usePlaces(): Place[] {
  const client = useClient({ apiVersion: '2025-02-19' })
  const [places, setPlaces] = useState(() => placesIn([]))

  useEffect(() => {
    let isGone = false
    sitePaths({ getClient: () => client }).then(
      ({ pages }) => !isGone && setPlaces(placesIn([...pages])),
      // Without an answer there are still the pages that always stand.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [client])

  return places
}
