import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { WhyNow } from '../../../../web/content/content.ts'
import { Counters } from '../../../../web/sections/why-now/counters.tsx'

const figure = { _key: 'a', _type: 'counter' as const, value: 60, suffix: '%', label: 'A share' }

function draw(source: Partial<WhyNow['counters'][number]>): string {
  return renderToStaticMarkup(<Counters counters={[{ ...figure, ...source }]} source="Source: {name}" />)
}

test('a figure without a source has no line for one', () => {
  expect(draw({ sourceDate: '2024' })).not.toContain('Source')
})

test('a source is named with its date, as a link where it has an address', () => {
  expect(draw({ source: 'A. Researcher' })).toContain('>Source: A. Researcher</small>')
  const cited = draw({
    source: 'A. Researcher',
    sourceDate: 'May 2024',
    sourceHref: 'https://research.example/60',
  })
  expect(cited).toContain('<a href="https://research.example/60">Source: A. Researcher, May 2024</a>')
})
