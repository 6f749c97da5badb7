import { group, line, paragraph, references } from '../fields.ts'

export const integrations = group('integrations', 'Integrations', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  paragraph('lead', 'Lead', { max: 160 }),
  references('items', 'Logos', 'integration', 15),
  line('gate', 'Word on the gate', { max: 24 }),
  line('pause', 'Pause button', { max: 12 }),
  line('play', 'Play button', { max: 12 }),
  line('pauseName', 'Full name of the pause button', { max: 40 }),
  line('playName', 'Full name of the play button', { max: 40 }),
  line('note', 'Note', { max: 140 }),
])
