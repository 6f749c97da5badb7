import type { PersonRole } from '../../../api/contract/people.ts'

export const ROLE_NAMES: Readonly<Record<PersonRole, string>> = {
  administrator: 'Administrator',
  editor: 'Editor',
}

/** What each role may do, for whoever gives it. */
export const ROLES_EXPLAINED =
  'Editors write and publish, look at drafts, and read what visitors sent. Administrators also change settings, go back to a site version, share drafts, erase, and invite.'
