import { Box, Card, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { FieldLink } from '../receipt/field-link.tsx'
import type { FoundPlace } from './find-places.ts'
import type { Piece } from './replacing.ts'

interface Props {
  places: readonly FoundPlace[]
  /** Whether a box to tick stands beside each, and the sentence as it will be below it. */
  isReplacing: boolean
  /** Keys of places that are not ticked. */
  left: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** Places in the copy: where, and the sentence there. */
export function PlaceList({ places, isReplacing, left, onToggle }: Props) {
  return (
    <Stack as="ul" gap={1} aria-label="Places">
      {places.map((place) => (
        <Card key={place.key} as="li" borderTop paddingY={3}>
          <Flex gap={3}>
            {isReplacing && (
              <Checkbox
                aria-label={`Replace in ${place.words}`}
                checked={place.fault === undefined && !left.has(place.key)}
                disabled={place.fault !== undefined}
                onChange={() => onToggle(place.key)}
              />
            )}
            <Box flex={1} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Stack gap={3}>
                <Text size={1} weight="medium">
                  <FieldLink id={place.id} type={place.type} path={place.field}>
                    {place.words}
                  </FieldLink>
                </Text>
                <Sentence pieces={place.before} />
                {isReplacing && place.fault === undefined && <Sentence pieces={place.after} isNew />}
                {isReplacing && place.fault !== undefined && (
                  <Text muted size={1}>
                    {place.fault}
                  </Text>
                )}
              </Stack>
            </Box>
          </Flex>
        </Card>
      ))}
    </Stack>
  )
}

function Sentence({ pieces, isNew = false }: { pieces: readonly Piece[]; isNew?: boolean }) {
  return (
    <Text size={1} muted={!isNew}>
      {isNew && '→ '}
      {pieces.map(({ text, isMatch }, index) =>
        isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </Text>
  )
}
