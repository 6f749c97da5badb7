import { group, line, paragraph, references } from '../fields.ts'

export const features = group('features', 'Five pillars', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  paragraph('lead', 'Lead', { max: 200 }),
  references('pillars', 'Pillars', 'pillar', 5),
  references('steps', 'Steps', 'step', 5),
  line('cta', 'Button', { max: 30 }),
  line('more', 'Link', { max: 40 }),
])
