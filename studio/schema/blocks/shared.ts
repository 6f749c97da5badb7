import { references } from '../fields.ts'
import { block, ownWords } from './block.ts'

/** Parts that the home page has too: chosen from the same documents, and changed with them. */
export const sharedBlocks = [
  block('examplesBlock', 'Examples', [...ownWords, references('examples', 'Examples', 'example')]),
  block('pillarsBlock', 'Pillars', [...ownWords, references('pillars', 'Pillars', 'pillar')]),
  block('stepsBlock', 'Steps', [...ownWords, references('steps', 'Steps', 'step')]),
  block('calculatorBlock', 'Calculator', ownWords),
  block('integrationsBlock', 'Integrations', [...ownWords, references('items', 'Logos', 'integration')]),
  block('securityBlock', 'Security', ownWords),
  block('faqBlock', 'Questions', [...ownWords.slice(0, 1), references('groups', 'Groups', 'faqGroup')]),
  block('contactBlock', 'Contact', ownWords),
]
