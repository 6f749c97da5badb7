import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HowItWorks } from '../../../../web/content/content.ts'
import { ExampleControls } from '../../../../web/sections/how-it-works/example-controls.tsx'

/** What stands beside the controls for an example of this title. */
function position(title: string): string {
  const content = {
    labels: { previous: '', next: '', pause: '', play: '', position: '{n} of {total}' },
    examples: [{ _id: 'one', team: 'Support', title }],
    taglines: [],
  }
  const markup = renderToStaticMarkup(<ExampleControls content={content as unknown as HowItWorks} />)
  return (/<ul[^>]*data-part="position".*?<\/ul>/.exec(markup)?.[0] ?? '').replace(/<[^>]+>/g, '')
}

test('a title after its team continues in lower case', () => {
  expect(position('Thread to status report')).toBe('Support: thread to status report, 1 of 1')
  expect(position('Übergabe to plan')).toBe('Support: übergabe to plan, 1 of 1')
})

test('a title that begins with an acronym is spelt as it was written', () => {
  expect(position('SLA breach to postmortem')).toBe('Support: SLA breach to postmortem, 1 of 1')
  expect(position('Q3 spend to brief')).toBe('Support: Q3 spend to brief, 1 of 1')
})
