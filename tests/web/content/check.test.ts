import { expect, test } from 'vitest'
import { missingInitials } from '../../../studio/cli/content/initial-values.ts'
import { contentFaults, inWords } from '../../../web/content/check.ts'
import { edited, launchDocuments } from '../../support/launch-content.ts'

const launch = launchDocuments()

/** The launch content with other fields in a part of the home page. */
function withPart(part: string, change: (fields: Record<string, unknown>) => Record<string, unknown>) {
  const fields = launch.get('home')?.[part] as Record<string, unknown>
  return edited(launch, 'home', { [part]: change(fields) })
}

test('the launch content has no faults', () => {
  expect(contentFaults(launch)).toEqual([])
})

test('a field that the schema has no more is none: content from before has it', () => {
  const old = withPart('hero', (hero) => ({
    ...hero,
    record: { ...(hero['record'] as object), preparedFor: 'Prepared for the VP of Engineering' },
  }))
  expect(contentFaults(old)).toEqual([])
})

test('what stands beside a number that can’t be read may not be empty, and a migration fills it', () => {
  const emptied = withPart('roi', (roi) =>
    Object.fromEntries(Object.entries(roi).filter(([name]) => name !== 'unreadable')),
  )
  expect(contentFaults(emptied).map(inWords)).toEqual([
    'home.roi.unreadable: “ROI calculator › Beside a number that can’t be read” is empty.',
  ])
  const home = emptied.get('home')
  expect(home && missingInitials(home)).toEqual([
    { path: 'roi.unreadable', value: 'Not a number we can read. It counts as 0.', groups: [] },
  ])
})
