import { useEffect, type ComponentProps } from 'react'
import type { Content, Settings } from '../../../../web/content/content.ts'
import { ContactIntro } from '../../../../web/sections/contact/contact-intro.tsx'
import { Demo } from '../../../../web/sections/demo/demo.tsx'
import { HowItWorks } from '../../../../web/sections/how-it-works/how-it-works.tsx'
import { Roi } from '../../../../web/sections/roi/roi.tsx'
import { openWaitlistOnClick } from './popup.ts'

/*
 * What has state in the product, as islands of React: examples, demonstration, calculator, form and popup. All else of
 * a page is static markup, with one script.
 */

/** What it does needs a browser, which the build has not. */
function useBehaviours(selector: string): void {
  useEffect(() => {
    void import('./behaviours.ts').then(({ attachBehaviours }) =>
      attachBehaviours(document.querySelector(selector) ?? document),
    )
  }, [selector])
}

export function HowItWorksIsland(props: ComponentProps<typeof HowItWorks>) {
  useBehaviours('#how-it-works')
  return <HowItWorks {...props} />
}

export function DemoIsland(props: ComponentProps<typeof Demo>) {
  useBehaviours('#demo')
  return <Demo {...props} />
}

export function RoiIsland(props: ComponentProps<typeof Roi>) {
  useBehaviours('#roi')
  return <Roi {...props} />
}

export function ContactIsland(props: { content: Content['contact']; settings: Settings }) {
  useBehaviours('main')
  return <ContactIntro {...props} />
}

export function WaitlistIsland({
  settings,
}: {
  settings: Pick<Settings, 'waitlist' | 'links' | 'validation'>
}) {
  useEffect(() => {
    const { links, validation, waitlist } = settings
    return openWaitlistOnClick({
      ...waitlist,
      linkedin: links.linkedin,
      salesEmail: links.salesEmail,
      validation,
    })
  }, [settings])
  return null
}
