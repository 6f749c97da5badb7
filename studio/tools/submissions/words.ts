import type { Source } from '../../../api/contract/limits.ts'
import type { SubmissionStory, SubmissionSummary } from '../../../api/contract/submissions.ts'

/** What editors call the controls that open the waitlist. */
export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  header: 'Header',
  hero: 'Opening of the home page',
  'demo-preview': 'Demo on the home page',
  pillars: 'Pillars',
  closing: 'Closing call to action',
  platform: 'Platform page',
  about: 'About page',
  landing: 'Landing page',
  join: 'Form without scripts',
}

/** What was asked for, in a word or two. */
export function kindName({
  kind,
  intent,
}: Pick<SubmissionSummary | SubmissionStory, 'kind' | 'intent'>): string {
  if (kind === 'contact') return 'Message'
  return intent === 'demo' ? 'Demo request' : 'Waitlist'
}

/** What fields of the forms are called. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  email: 'Email',
  name: 'Name',
  firstName: 'First name',
  company: 'Company',
  role: 'Role',
  companySize: 'Company size',
  useCase: 'Use case',
  message: 'Message',
}
