import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ownImages } from '../../../../web/content/picture-files.ts'
import { snapshotOf } from '../../../../web/content/snapshot.ts'
import { Hero } from '../../../../web/sections/hero/hero.tsx'
import { launchDocuments } from '../../../support/launch-content.ts'

test.each([true, false])(
  'the line about the waitlist follows it where that is switched on: %s',
  (showCount) => {
    const { hero, howItWorks } = snapshotOf(ownImages(launchDocuments())).content
    const waitlistLine = { ...hero.waitlistLine, showCount }
    const drawn = renderToStaticMarkup(<Hero content={{ ...hero, waitlistLine }} record={howItWorks} />)
    expect(drawn).toContain(`>${waitlistLine.neutral}</p>`)
    expect(drawn.includes('data-behaviour="waitlist-count"')).toBe(showCount)
    expect(drawn.includes(waitlistLine.withEntries)).toBe(showCount)
  },
)
