import { about } from './about.ts'
import { contact } from './contact.ts'
import { example } from './example.ts'
import { faqGroup } from './faq-group.ts'
import { home } from './home.ts'
import { integration } from './integration.ts'
import { legalPage } from './legal-page.ts'
import { notFound } from './not-found.ts'
import { pillar } from './pillar.ts'
import { platform } from './platform.ts'
import { redirects } from './redirects.ts'
import { settings } from './settings.ts'
import { step } from './step.ts'

/** Every type an editor can write. */
export const schemaTypes = [
  settings,
  redirects,
  home,
  platform,
  about,
  contact,
  notFound,
  legalPage,
  faqGroup,
  example,
  integration,
  pillar,
  step,
]
