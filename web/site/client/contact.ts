import { attach as form } from '../../forms/contact-form.behaviour.ts'
import { attach as copy } from '../../ui/copy.behaviour.ts'

/** The behaviours of the contact page, in one file. */
export const contact = { 'contact-form': form, copy }

export type ContactBehaviour = keyof typeof contact
