import { group, line, lines } from './fields.ts'

/** The waitlist popup, step by step. */
export const waitlist = group('waitlist', 'Waitlist popup', [
  group('email', 'Step 1: email', [
    line('title', 'Heading', { max: 50 }),
    line('text', 'Text'),
    line('label', 'Label of the field', { max: 30 }),
    line('placeholder', 'Placeholder', { max: 40 }),
    line('button', 'Button', { max: 30 }),
    line('fine', 'Fine print', { max: 100 }),
    line('fineLink', 'Words in it that link to the privacy policy', { max: 30 }),
    line('closing', 'What closing the popup does', { max: 100 }),
  ]),
  group('details', 'Step 2: details', [
    line('title', 'Heading', { max: 50 }),
    line('text', 'Text'),
    line('change', 'Button that goes back to the email', { max: 20 }),
    line('firstName', 'First name', { max: 30 }),
    line('company', 'Company', { max: 30 }),
    line('role', 'Role', { max: 30 }),
    line('companySize', 'Company size', { max: 30 }),
    line('clear', 'Button that clears the company size', { max: 20 }),
    line('useCase', 'Use case', { max: 60 }),
    line('useCasePlaceholder', 'Placeholder of the use case', { max: 60 }),
    line('button', 'Button', { max: 30 }),
    line('loading', 'Button while sending', { max: 30 }),
    line('error', 'When sending failed', { variables: ['email'] }),
  ]),
  group('done', 'Step 3: done', [
    line('title', 'Heading', { max: 50 }),
    line('text', 'Text'),
    line('linkedin', 'LinkedIn link', { max: 30 }),
    line('close', 'Close button', { max: 20 }),
  ]),
  group(
    'demo',
    'Texts for a demo',
    [line('email', 'Text of step 1'), line('details', 'Text of step 2'), line('done', 'Text of step 3')],
    'Used instead of the texts above when a button that offers a demo opened the popup.',
  ),
  line('close', 'Name of the close button', { max: 30 }),
  lines('steps', 'Names of the steps', 3, 16),
  line('step', 'Name of a step', { variables: ['n', 'total', 'name'] }),
])
