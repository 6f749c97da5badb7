import { HomeIcon } from '@sanity/icons/Home'
import { defineType } from '@sanity/types'
import { pagePreview, seo, tabbed } from './page.ts'
import { cal } from './sections/cal.ts'
import { closing } from './sections/closing.ts'
import { demo } from './sections/demo.ts'
import { faq } from './sections/faq.ts'
import { features } from './sections/features.ts'
import { hero } from './sections/hero.ts'
import { howItWorks } from './sections/how-it-works.ts'
import { integrations } from './sections/integrations.ts'
import { roi } from './sections/roi.ts'
import { security } from './sections/security.ts'
import { whyNow } from './sections/why-now.ts'

/** The home page: its sections in the order that the page shows them. */
export const home = defineType({
  name: 'home',
  title: 'Home',
  type: 'document',
  icon: HomeIcon,
  ...tabbed([
    { name: 'search', title: 'Search', fields: [seo()] },
    { name: 'opening', title: 'Hero, why now', fields: [hero, whyNow] },
    { name: 'work', title: 'How it works, CAL, demo', fields: [howItWorks, cal, demo] },
    { name: 'case', title: 'Pillars, ROI', fields: [features, roi] },
    { name: 'trust', title: 'Integrations, security', fields: [integrations, security] },
    { name: 'end', title: 'FAQ, closing', fields: [faq, closing] },
  ]),
  preview: pagePreview('Home', '/'),
})
