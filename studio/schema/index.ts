import { example } from './example.ts'
import { faqGroup } from './faq-group.ts'
import { integration } from './integration.ts'
import { landingPage } from './landing-page.ts'
import { legalPage } from './legal-page.ts'
import { pages } from './pages.ts'
import { pillar, step } from './pillar.ts'
import { redirects } from './redirects.ts'
import { settings } from './settings.ts'

/** Every type an editor can write. */
export const schemaTypes = [
  settings,
  redirects,
  ...pages,
  legalPage,
  landingPage,
  faqGroup,
  example,
  integration,
  pillar,
  step,
]
