import { SECTIONS } from '../../api/contract/sections.ts'
import { home } from './home.ts'

/** Sections of the home page, in its order, as the form calls them. The title of each is that of its fields. */
export const SECTION_PLACES = SECTIONS.map((id) => ({ id, title: titleOf(id) }))

function titleOf(section: string): string {
  const name = section.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase())
  return home.fields.find((field) => field.name === name)?.title ?? section
}
