import { type FieldDefinition } from '@sanity/types'
import { group, line, paragraph } from './fields.ts'

/** The band that ends an inner page, with a button that opens the waitlist popup. */
export function closingCall(): FieldDefinition<'object'> {
  return group('closing', 'Closing call', [
    line('title', 'Heading', { max: 40 }),
    paragraph('lead', 'Lead', { max: 160 }),
    line('cta', 'Button', { max: 30 }),
  ])
}
