import { useCurrentUser, type CurrentUser } from 'sanity'

/** Sanity's roles that the site's server takes for administrators, of a hosted project too. */
const ADMINISTRATORS = ['administrator', 'developer']

/** Whether somebody may do what only administrators may. The server asks again: this says what to offer. */
export function isAdministrator(user: Pick<CurrentUser, 'roles'> | null | undefined): boolean {
  return user?.roles.some(({ name }) => ADMINISTRATORS.includes(name)) ?? false
}

/** Whether the editor at hand is one. */
export function useIsAdministrator(): boolean {
  return isAdministrator(useCurrentUser())
}
