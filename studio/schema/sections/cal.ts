import { group, line, list, paragraph } from '../fields.ts'

export const cal = group('cal', 'Meet CAL', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  paragraph('lead', 'Lead', { max: 240 }),
  list(
    'claims',
    'Claims',
    {
      name: 'claim',
      title: 'Claim',
      fields: [line('verb', 'Verb', { max: 16 }), line('text', 'Rest of the sentence', { max: 90 })],
      preview: ['verb', 'text'],
    },
    4,
  ),
  group('fact', 'One fact, three readers', [
    line('title', 'Heading', { max: 60, description: 'For screen readers.' }),
    paragraph('raw', 'The fact as it arrived', { max: 200 }),
    line('rawLabel', 'Label of the fact', { max: 30 }),
    line('illustrative', 'Mark of an illustration', { max: 30 }),
    list(
      'readers',
      'Readers',
      {
        name: 'reader',
        title: 'Reader',
        fields: [
          line('team', 'Team', { max: 20 }),
          line('form', 'Form', { max: 20 }),
          paragraph('text', 'Text', { max: 160 }),
          line('blindKind', 'Kind of blind spot', { max: 16 }),
          line('blindSpot', 'Blind spot', { max: 90 }),
        ],
        preview: ['team', 'form'],
      },
      3,
    ),
  ]),
])
