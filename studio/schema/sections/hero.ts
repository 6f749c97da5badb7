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
    line('neutral', 'Without a claim'),
    line('withEntries', 'When there are entries'),
    line('withCount', 'With the number of entries', { references: ['count'] }),
    defineField({
      name: 'showCount',
      title: 'Show the number',
      type: 'boolean',
      initialValue: false,
      description: 'From 50 entries on, rounded down to tens. The number comes from the waitlist itself.',
      validation: (rule) => rule.required(),
    }),
  ]),
  line('pauseStars', 'Switch of the shooting stars', {
    max: 40,
    description: 'Read by screen readers, and its tooltip.',
  }),
  line('inputsLabel', 'Name of the inputs', { max: 40, description: 'Read by screen readers.' }),
  inputs(4),
  group('record', 'Record', [
    line('type', 'Type', { max: 30 }),
    line('number', 'Number', { max: 20 }),
    line('preparedFor', 'Prepared for', { max: 50 }),
    rows(),
    line('blindSpot', 'Blind spot', { max: 90 }),
    audit(),
    line('note', 'Note', { max: 40 }),
  ]),
  list('tiles', 'Highlights', { name: 'heroTile', title: 'Highlight', fields: titled }, 4),
])
