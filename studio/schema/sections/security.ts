import { group, line, list, paragraph } from '../fields.ts'
import { titled } from '../record.ts'

export const security = group('security', 'Security', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  paragraph('lead', 'Lead', { max: 200 }),
  list('points', 'Points', { name: 'securityPoint', title: 'Point', fields: titled }, 4),
  line('cta', 'Link', { max: 40 }),
  group('rings', 'Drawing', [
    line('request', 'What arrives', { max: 12 }),
    line('identity', 'First gate', { max: 12 }),
    line('policy', 'Second gate', { max: 12 }),
    line('tenant', 'Third gate', { max: 12 }),
    line('record', 'Center, two words', { max: 16 }),
    line('alt', 'Description for screen readers'),
  ]),
])
