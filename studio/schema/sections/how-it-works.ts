import { group, line, lines, paragraph, references } from '../fields.ts'

export const howItWorks = group('howItWorks', 'How it works', [
  line('label', 'Label', { max: 24 }),
  lines('headline', 'Headline', 2),
  paragraph('lead', 'Lead', { max: 200 }),
  references('examples', 'Examples', 'example', 7),
  lines('taglines', 'Taglines', 4, 60),
  line('engine', 'Word in the engine', { max: 8 }),
  line('engineAlt', 'Name of the engine', { max: 40, description: 'For screen readers.' }),
  paragraph('note', 'Note', { max: 240 }),
  group('labels', 'Small labels', [
    line('previous', 'Previous button'),
    line('next', 'Next button'),
    line('pause', 'Pause button'),
    line('play', 'Play button'),
    line('position', 'Position', { variables: ['n', 'total'] }),
    line('destination', 'Destination', { variables: ['tool'] }),
    line('sample', 'Sample number', { variables: ['n'] }),
    line('blindSpot', 'Blind spot'),
    line('inferred', 'Inferred'),
    line('source', 'Source of a line', { variables: ['n'], description: 'For screen readers.' }),
    line('inputs', 'Name of the inputs', { description: 'For screen readers.' }),
  ]),
  group('auditLabels', 'Labels of the audit line', [
    line('sources', 'Sources', { max: 16 }),
    line('rule', 'Rule', { max: 16 }),
    line('model', 'Model', { max: 16 }),
    line('signOff', 'Sign-off', { max: 16 }),
  ]),
])
