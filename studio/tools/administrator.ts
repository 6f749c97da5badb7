import { useCurrentUser, type CurrentUser } from 'sanity'

/** Sanity's roles that the site's server treats as administrators, in hosted projects too. */
const ADMINISTRATORS = ['administrator', 'developer']

/** Whether a user is an administrator. Decides only what to offer; the server checks again. */
export function isAdministrator(user: Pick<CurrentUser, 'roles'> | null | undefined): boolean {
  return user?.roles.some(({ name }) => ADMINISTRATORS.includes(name)) ?? false
}

/** Whether the editor at hand is one. */
export function useIsAdministrator(): boolean {
  return isAdministrator(useCurrentUser())
}
