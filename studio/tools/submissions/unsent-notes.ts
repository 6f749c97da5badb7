import { useCurrentUser } from 'sanity'
import type { Note } from './use-story.ts'

/** What somebody writes, and the note that they began from. */
interface UnsentNote {
  text: string
  from: Note
}

/** What was written and not kept, by the id of its submission: it is there again when that is opened again. */
export type UnsentNotes = Map<string, UnsentNote>

/** Of whoever is signed in: once they are not, nothing holds on to them. */
const notes = new WeakMap<object, UnsentNotes>()
const NOBODY = {}

/** Those of this session, wherever in the Studio the editor was meanwhile. */
export function useUnsentNotes(): UnsentNotes {
  const user = useCurrentUser() ?? NOBODY
  const known = notes.get(user)
  if (known) return known
  const made: UnsentNotes = new Map()
  notes.set(user, made)
  return made
}
