import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

/** Words that the specification gives for a page at rest, to the character. */
const AT_REST: Record<string, string[]> = {
  '/': [
    'Get Early Access',
    'Model Agnostic',
    'Seamless Integration',
    'Instant ROI',
    'Security & Compliance',
    'Platform & Models',
    'Execution & Governance',
    'Integration & Rollout',
    'Business & ROI',
    'Full Platform Overview',
    'About Us',
    'Privacy Policy',
    'Terms of Service',
    'Cookie Policy',
    'Book a Demo',
    '9.3',
    '60',
    'OpenAI',
    'Anthropic',
    'Notion',
    'Azure OpenAI',
    'AWS Bedrock',
    'Gemini',
    'Slack',
    'Jira',
    'GitHub',
    'Salesforce',
    'Microsoft Teams',
    'Snowflake',
    'HubSpot',
    'Asana',
    'Google Drive',
  ],
  '/platform': [
    'Model-agnostic',
    'Any LLM',
    'Enforcement',
    'Governed',
    'Audit Trails',
    'End-to-End',
    'Time to Value',
    '< 1 day',
    'How it works',
    'Swipe to see examples. Note: the product adapts to any input, not just these.',
    'Meet CAL: The Cognitive Adaptive Layer',
    'The Five Pillars of Trusted AI Execution',
    'Adaptive Workflows',
    'Execution Engine',
    'Governed Outputs',
    'Any-Model Routing',
    'Full Auditability',
    'Adapt',
    'Execute',
    'Govern',
    'Route',
    'Deliver',
    'Request a Demo',
  ],
  '/contact': ['Get in Touch', 'sales@example.com'],
  '/about': ['Secure by Design', 'Execution at Speed', 'Built for Teams', 'Join Waitlist'],
  '/privacy': ['Privacy Policy', 'Last updated: October 2025'],
  '/tos': ['Terms of Service', 'Last updated: October 2025', 'Governing law'],
  '/cookies': ['Cookie Policy', 'Last updated: October 2025'],
  '/not-found': ['404 Page Not Found', 'Did you forget to add the page to the router?'],
  '/received': ['You are on the list.'],
}

for (const [path, literals] of Object.entries(AT_REST)) {
  test(`${path} says its words without scripts`, async ({ page }) => {
    await page.goto(path)
    const text = await page.locator('body').textContent()
    for (const literal of literals) expect(text, literal).toContain(literal)
  })
}

/** Words that are shown only in a state: they are in the page, so a publish can change them. */
const IN_STATES: Record<string, string[]> = {
  '/': [
    'Be the first to get early access',
    'Reserve My Spot',
    "You're on the list!",
    'Role / Title',
    'Submit & Get Priority',
    'Submitting...',
    "Thanks — you're officially in!",
    'Something went wrong. Please try again or email us at {email}',
    'Link copied',
  ],
  '/contact': [
    'Name',
    'Email',
    'Message',
    'Send Message',
    'Sending...',
    'Loading reCAPTCHA...',
    "Message sent! We'll be in touch within 24 hours.",
    'Something went wrong. Please email us directly at the sales address.',
  ],
}

for (const [path, literals] of Object.entries(IN_STATES)) {
  test(`${path} carries the words of its states`, async ({ page }) => {
    await page.goto(path)
    const islands = await page
      .locator('[data-island]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-props') ?? ''))
    const main = await page.getByRole('main').textContent()
    const buttons = await page
      .locator('[data-ready]')
      .evaluateAll((elements) =>
        elements.flatMap((element) => [...element.attributes].map((attribute) => attribute.value)),
      )
    const words = JSON.stringify([main, buttons, islands.map((props) => JSON.parse(props) as unknown)])
    for (const literal of literals) expect(words, literal).toContain(JSON.stringify(literal).slice(1, -1))
  })
}

/** What is said somewhere on the home page, in words of its own choice. */
const SAID = [
  'execution governance engine',
  'Cognitive Adaptive Layer',
  'BizOps, DevOps, RevOps, Engineering, Finance, Legal and CX',
  'business ops, product managers, analysts and customer experience',
  'small and growing businesses to global enterprises',
  'Tailored to role, task and company',
  'Any-Model Routing',
  'not tied to one provider',
  'udit-ready outputs',
  'End-to-end audit trail',
  'SOC 2 posture',
  'zero-trust',
  'per-tenant isolation',
  'Time to value under 1 day',
  '90 minutes saved per run',
  'by seat, with usage credits',
]

test('home says what the product is, for whom, and what it claims', async ({ page }) => {
  await page.goto('/')
  const text = (await page.getByRole('main').textContent())?.replace(/\s+/g, ' ')
  for (const words of SAID) expect(text, words).toContain(words)
})

/** What speaks of money and is no price: the calculator, an example of a report, a figure of what is lost. */
const NO_PRICE = '#roi, [data-part=slide], [data-part=position], #why-now [data-behaviour=counter], script'

for (const path of ROUTES)
  test(`${path} names no price`, async ({ page }) => {
    await page.goto(path)
    const words = await page.locator('html').evaluate((html, others) => {
      for (const other of html.querySelectorAll(others)) other.remove()
      const told = [...html.querySelectorAll('meta[content]')].map((meta) => meta.getAttribute('content'))
      return [html.textContent, ...told].join(' ')
    }, NO_PRICE)
    expect(words).toMatch(/\S/)
    expect(words).not.toMatch(/[$€£]\s?\d|\d\s?(?:USD|EUR|dollars|euros)\b/i)
  })

test('about names the engine, its mission and three principles', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Execution Governance Engine')
  await expect(page.getByRole('heading', { name: /mission/i })).toBeVisible()
  for (const name of ['Secure by Design', 'Execution at Speed', 'Built for Teams'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
})
