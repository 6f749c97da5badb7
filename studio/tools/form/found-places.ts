import type { Place } from '../../schema/places.ts'

/** As many as a browser draws between two keystrokes; a thousand landing pages would take it a second. */
const MOST = 100

/** The places whose title or address holds what was typed, in their order: as many as a list can show. */
export function foundPlaces(places: readonly Place[], typed: string): Place[] {
  const words = typed.toLowerCase()
  const found = places.filter(
    ({ value, title }) => title.toLowerCase().includes(words) || value.includes(words),
  )
  return found.slice(0, MOST)
}
