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

/** Words that are shown only in a state: they reach the islands in the page, so a publish can change them. */
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
    const words = JSON.stringify(islands.map((props) => JSON.parse(props) as unknown))
    for (const literal of literals) expect(words, literal).toContain(JSON.stringify(literal).slice(1, -1))
  })
}
