import { about } from './about.ts'
import { contact } from './contact.ts'
import { home } from './home.ts'
import { notFound } from './not-found.ts'
import { platform } from './platform.ts'

/**
 * Pages that exist once, each under an id that is its type's name, in the order of the desk. A page's address is
 * its name with dashes, as in `/not-found`, but for the home page's.
 */
export const pages = [home, platform, about, contact, notFound]

/** The address of such a page. */
export function pagePath(name: string): string {
  return name === 'home' ? '/' : `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
