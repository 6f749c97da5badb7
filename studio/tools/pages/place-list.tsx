import { Button, Stack } from '@sanity/ui'
import type { PagePlace } from '../../presentation.ts'

interface Props {
  places: readonly PagePlace[]
  onChoose: (place: PagePlace) => void
}

/** Places of pages to choose one from. */
export function PlaceList({ places, onChoose }: Props) {
  return (
    <Stack gap={2}>
      {places.map((place) => (
        <Button
          key={place.href}
          mode="ghost"
          justify="flex-start"
          text={place.title}
          onClick={() => onChoose(place)}
        />
      ))}
    </Stack>
  )
}
