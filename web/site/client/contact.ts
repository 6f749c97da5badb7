import { attach as form } from '../../forms/contact-form.behaviour.ts'
import { attach as copy } from '../../ui/copy.behaviour.ts'

/** What the contact page has alone, in one file. */
export const contact = { 'contact-form': form, copy }

export type ContactBehaviour = keyof typeof contact
