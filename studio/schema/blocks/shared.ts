import { defineField, type FieldDefinition } from '@sanity/types'
import { references } from '../fields.ts'
import { block, ownWords } from './block.ts'
import { shownOnHome, type ListType } from './shown-on-home.ts'

/** Parts that the home page has too: chosen from the same documents, and changed with them. */
export const sharedBlocks = [
  block('examplesBlock', 'Examples', [...ownWords, asOnHome('examples', 'Examples', 'example')]),
  block('pillarsBlock', 'Pillars', [...ownWords, asOnHome('pillars', 'Pillars', 'pillar')]),
  block('stepsBlock', 'Steps', [...ownWords, asOnHome('steps', 'Steps', 'step')]),
  block('calculatorBlock', 'Calculator', ownWords),
  block('integrationsBlock', 'Integrations', [...ownWords, asOnHome('items', 'Logos', 'integration')]),
  block('securityBlock', 'Security', ownWords),
  block('faqBlock', 'Questions', [...ownWords.slice(0, 1), asOnHome('groups', 'Groups', 'faqGroup')]),
  block('contactBlock', 'Contact', ownWords),
]

/** A list that begins as the home page has it. */
function asOnHome(name: string, title: string, type: ListType): FieldDefinition<'array'> {
  return defineField({ ...references(name, title, type), initialValue: shownOnHome(type) })
}
