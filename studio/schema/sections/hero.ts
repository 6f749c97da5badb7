import { defineField } from '@sanity/types'
import { group, line, lines, list, paragraph } from '../fields.ts'
import { audit, inputs, rows, titled } from '../record.ts'

export const hero = group('hero', 'Hero', [
  line('label', 'Name in the page navigator', { max: 24 }),
  lines('headline', 'Headline', 2),
  paragraph('lead', 'Lead', { max: 320 }),
  line('cta', 'Button', { max: 30 }),
  line('secondaryCta', 'Link', { max: 30 }),
  group('waitlistLine', 'Line about the waitlist', [
    line('neutral', 'While nobody or one has joined', {
      max: 60,
      description: 'Also shown if the number can’t be fetched.',
    }),
    line('withEntries', 'From two entries on', { max: 60 }),
    line('withCount', 'From 50 entries on', { max: 60, variables: ['count'] }),
    defineField({
      name: 'showCount',
      title: 'Follow the waitlist',
      type: 'boolean',
      initialValue: true,
      description:
        'Chooses the line by the real number of entries, rounded down to tens. If off, the first line always shows.',
      validation: (rule) => rule.required().error('Switch it on or off.'),
    }),
  ]),
  line('pauseStars', 'Switch of the shooting stars', {
    max: 40,
    description: 'For screen readers, and as its tooltip.',
  }),
  line('inputsLabel', 'Name of the inputs', { max: 40, description: 'For screen readers.' }),
  inputs(4),
  group('record', 'Record', [
    line('type', 'Type', { max: 30 }),
    line('number', 'Number', { max: 20 }),
    rows(),
    line('blindSpot', 'Blind spot', { max: 90 }),
    audit(),
    line('note', 'Below the record', { max: 40, description: 'Says that the example is made up.' }),
  ]),
  list('tiles', 'Highlights', { name: 'heroTile', title: 'Highlight', fields: titled }, 4),
])
