import { attach as stars } from '../../../../web/art/stars.behaviour.ts'
import type { BehaviourName } from '../../../../web/browser/names.ts'
import { attach as waitlistCount } from '../../../../web/sections/hero/waitlist-count.behaviour.ts'
import { attach as roiLink } from '../../../../web/sections/roi/roi-link.behaviour.ts'
import { attach as line } from '../../../../web/site/audit-line.behaviour.ts'
import type { Attach } from '../../../../web/site/client.ts'
import { near } from '../../../../web/site/client/near.ts'
import { attachHeader, attachMenu, attachTheme } from '../../../../web/site/header.behaviour.ts'
import { attach as rail } from '../../../../web/site/rail.behaviour.ts'

const { island: _island, ...sections } = near
const eager = {
  ...sections,
  header: attachHeader,
  line,
  menu: attachMenu,
  rail,
  'roi-link': roiLink,
  stars,
  theme: attachTheme,
  'waitlist-count': waitlistCount,
} as Partial<Record<BehaviourName, Attach>>

/** What the product's scripts do without React, as an effect or a page's script: gsap comes on its own, when needed. */
export function attachBehaviours(root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-behaviour]')) attach(element)
}

function attach(element: HTMLElement): void {
  const { behaviour, attached } = element.dataset
  if (attached !== undefined) return
  element.dataset['attached'] = ''
  if (behaviour === 'contact-form')
    void import('../../../../web/forms/contact-form.behaviour.ts').then((form) => form.attach(element))
  else eager[behaviour as BehaviourName]?.(element)
}

/** The same for what is in no island. */
export function attachStatic(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]'))
    if (!element.closest('astro-island')) attach(element)
}
