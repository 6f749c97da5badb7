import { describe, expect, test } from 'vitest'
import type { Content } from '../../../web/content/content.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import { siteFiles } from '../../../web/site/files.ts'
import { structuredData } from '../../../web/site/head.tsx'
import { edited, launchDocuments } from '../../support/launch-content.ts'

const ORIGIN = 'https://cal.company'
const launch = launchDocuments()
const REAL = {
  salesEmail: 'sales@cal.company',
  privacyEmail: 'privacy@cal.company',
  linkedin: 'https://www.linkedin.com/company/cal',
}

const textOf = (data: string | Uint8Array = '') => Buffer.from(data).toString()

/** Everything in a release that tells machines who is behind it. */
function forMachines(content: Content): string {
  const files = siteFiles(
    [{ path: '/', seo: () => ({ title: 'Home', description: 'Home' }) }],
    content,
    ORIGIN,
  )
  return [
    ...[...files.values()].map((data) => textOf(data)),
    JSON.stringify(structuredData(content, ORIGIN)),
  ].join('\n')
}

describe('while addresses are placeholders', () => {
  test('machine-readable files name none', () => {
    const told = forMachines(snapshotOf(launch).content)
    expect(told).not.toContain('example.com')
    expect(told).not.toContain('linkedin.com')
    expect(told).not.toMatch(/"(?:email|sameAs)"/)
  })

  test('security researchers and language models are sent to the contact page', () => {
    const files = siteFiles([], snapshotOf(launch).content, ORIGIN)
    expect(files.get('.well-known/security.txt')).toContain(`Contact: ${ORIGIN}/contact\n`)
    expect(textOf(files.get('llms.txt'))).toContain(`## Contact\n\n${ORIGIN}/contact\n`)
  })

  test('an answer that holds one is left to the page', () => {
    const group = 'faq-group-business-roi'
    const [first, ...others] = (launch.get(group)?.['items'] ?? []) as { answer: object[] }[]
    const children = [{ _type: 'span', _key: 'a', text: 'Write to {salesEmail}.', marks: [] }]
    const answer = [{ _type: 'block', _key: 'a', style: 'normal', markDefs: [], children }]
    const told = forMachines(
      snapshotOf(edited(launch, group, { items: [{ ...first, answer }, ...others] })).content,
    )
    expect(told).not.toContain('example.com')
    expect(told).not.toContain('How is CAL priced?')
    expect(told).toContain('How does the calculator work?')
  })
})

test('real addresses reach machines', () => {
  const { content } = snapshotOf(edited(launch, 'settings', { links: REAL }))
  const told = forMachines(content)
  expect(told).toContain('Contact: mailto:sales@cal.company\n')
  expect(told).toContain('## Contact\n\nsales@cal.company\n')
  expect(told).toContain('"email":"sales@cal.company","sameAs":["https://www.linkedin.com/company/cal"]')
})
