import { ALIASES } from '../../api/contract/pages.ts'
import { SECTIONS } from '../../api/contract/sections.ts'
import { home } from './home.ts'
import { pagePath, pages } from './pages.ts'

/** Sections of the home page, in its order, under the titles that its form shows. */
export const SECTION_PLACES = SECTIONS.map((id) => ({ id, title: titleOf(id) }))

function titleOf(section: string): string {
  const name = section.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase())
  return home.fields.find((field) => field.name === name)?.title ?? section
}

/** Names of pages by path, as the desk shows them. Further legal pages are named by their content. */
const PAGE_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pages.map(({ name, title }) => [pagePath(name), title])),
  '/privacy': 'Privacy policy',
  '/tos': 'Terms of service',
  '/cookies': 'Cookie policy',
  '/received': 'Form received',
  '/not-sent': 'Form not sent',
}

/** What editors call the page at a path; the path where it has no name. */
export function pageName(path: string): string {
  return PAGE_NAMES[path] ?? path
}

/** The pages at these paths, each once: a second address shows the same. */
export function pagesAt(paths: readonly string[]): string[] {
  return paths.filter((path) => !(path in ALIASES))
}

/** Somewhere on this site that a link can lead to. */
export interface Place {
  /** What the link says. */
  value: string
  title: string
}

/** Pages that only answer a request, so that no link leads to them. */
const NO_PLACES = new Set(['/received', '/not-sent', '/not-found'])

/** Places to choose from: the pages in the order of the desk, then sections, then further pages among `all`. */
export function placesIn(all: readonly string[]): Place[] {
  const further = new Set(all.filter((path) => !(path in PAGE_NAMES)))
  return [
    ...pagePlaces(Object.keys(PAGE_NAMES)),
    ...SECTION_PLACES.map(({ id, title }) => ({ value: `/#${id}`, title: `${pageName('/')} › ${title}` })),
    ...pagePlaces([...further]),
  ]
}

function pagePlaces(paths: readonly string[]): Place[] {
  const there = pagesAt(paths).filter((path) => !NO_PLACES.has(path))
  return there.map((value) => ({ value, title: pageName(value) }))
}
