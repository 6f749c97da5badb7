import { defineField, type FieldDefinition } from '@sanity/types'
import { group, line, paragraph } from '../fields.ts'

function input(name: string, title: string, min: number): FieldDefinition<'object'> {
  return group(name, title, [
    line('label', 'Label', { max: 40 }),
    line('prefix', 'Before the number', { max: 2, optional: true }),
    line('unit', 'Unit', { max: 12 }),
    defineField({
      name: 'value',
      title: 'Value at the start',
      type: 'number',
      validation: (rule) => [
        rule.required().error(`Value at the start is empty. Enter a number of ${min} or more.`),
        rule.min(min).error(`The calculator goes no lower than ${min}. Enter ${min} or more.`),
      ],
    }),
    line('hint', 'Hint', { max: 60 }),
    line('tip', 'Tooltip', { max: 140 }),
  ])
}

function statementLine(name: string, title: string, variables: readonly string[]): FieldDefinition<'object'> {
  return group(name, title, [
    line('label', 'Label', { max: 40 }),
    line('working', 'Working', { max: 80, variables }),
  ])
}

export const roi = group('roi', 'ROI calculator', [
  line('label', 'Label', { max: 24 }),
  line('title', 'Heading', { max: 60 }),
  paragraph('lead', 'Lead', { max: 160 }),
  group('inputs', 'Inputs', [
    input('hours', 'Hours saved per run', 0),
    input('rate', 'Hourly rate', 0),
    input('runs', 'Monthly runs per person', 0),
    input('people', 'Team size', 1),
  ]),
  line('increase', 'Name of the + button', { max: 30, variables: ['name'] }),
  line('decrease', 'Name of the − button', { max: 30, variables: ['name'] }),
  line('about', 'Name of the tooltip button', { max: 30, variables: ['name'] }),
  defineField({
    ...line('unreadable', 'Beside a number that can’t be read', { max: 80 }),
    initialValue: 'Not a number we can read. It counts as 0.',
  }),
  line('result', 'Heading of the statement', { max: 40 }),
  line('annual', 'Under the total', { max: 40 }),
  group('lines', 'Lines of the statement', [
    statementLine('valuePerRun', 'Value per run', ['hours', 'rate']),
    statementLine('monthlySavings', 'Monthly savings', ['valuePerRun', 'runs', 'people']),
    statementLine('hoursReclaimed', 'Hours reclaimed', ['hours', 'runs', 'people']),
    statementLine('equivalentStaff', 'Equivalent staff', ['hoursReclaimed', 'fteMonth', 'staff']),
    statementLine('salaryAvoided', 'Salary avoided', ['rate', 'fteYear', 'staff']),
  ]),
  group('staff', 'Equivalent staff is written', [
    line('upTo', 'From half a person up', { max: 20, variables: ['n'] }),
    line('plus', 'Under half a person more', { max: 20, variables: ['n'] }),
    line('exact', 'Exactly', { max: 20, variables: ['n'] }),
  ]),
  paragraph('note', 'Note', { max: 300, variables: ['fteMonth', 'fteYear'] }),
  line('share', 'Share button', { max: 40 }),
])
