import { PresentationIcon } from '@sanity/icons/Presentation'
import { defineType } from '@sanity/types'
import { group, line, list, paragraph } from './fields.ts'
import { closingCall, pagePreview, seo } from './page.ts'
import { titled } from './record.ts'

/** The Platform page. Its examples, pillars and steps are those of the home page. */
export const platform = defineType({
  name: 'platform',
  title: 'Platform',
  type: 'document',
  icon: PresentationIcon,
  fields: [
    seo(),
    line('title', 'Heading', { max: 40 }),
    paragraph('lead', 'Lead', { max: 240 }),
    list(
      'tiles',
      'Tiles',
      {
        name: 'platformTile',
        title: 'Tile',
        fields: [line('label', 'Label', { max: 24 }), line('value', 'Value', { max: 24 })],
        preview: ['label', 'value'],
      },
      4,
    ),
    group('howItWorks', 'How it works', [
      line('title', 'Heading', { max: 40 }),
      line('caption', 'Caption on phones'),
      line('captionDesktop', 'Caption on larger screens'),
      line('slides', 'Name of the slide buttons', { max: 30, description: 'For screen readers.' }),
      line('slide', 'Name of one slide button', { max: 30, variables: ['n'] }),
    ]),
    group('cal', 'Meet CAL', [
      line('title', 'Heading', { max: 60 }),
      paragraph('lead', 'Lead', { max: 200 }),
      list('claims', 'Claims', { name: 'platformClaim', title: 'Claim', fields: titled }, 4),
      group('lens', 'Drawing', [
        line('role', 'First disc', { max: 12 }),
        line('task', 'Second disc', { max: 12 }),
        line('company', 'Third disc', { max: 12 }),
        line('alt', 'Description for screen readers'),
        line('pause', 'Switch of its motion', {
          max: 40,
          description: 'For screen readers, and as its tooltip.',
        }),
      ]),
    ]),
    group('features', 'Pillars and steps', [
      line('title', 'Heading', { max: 60 }),
      line('stepsTitle', 'Heading of the steps', { max: 40 }),
    ]),
    closingCall(),
  ],
  preview: pagePreview('Platform', '/platform'),
})
