import type { Source } from '../../../api/contract/limits.ts'
import type { BlockOf } from '../../content/content.ts'
import { Actions, ButtonLink, TextLink } from '../../ui/button.tsx'

type Action = NonNullable<BlockOf<'heroBlock'>['actions']>[number]

/** The actions of a part: the first is a filled button, the others are links. */
export function LandingActions({ actions }: { actions: readonly Action[] | undefined }) {
  // An action whose page is gone is left out.
  const leading = (actions ?? []).filter(({ leads, href }) => leads !== 'link' || href)
  if (leading.length === 0) return null
  return (
    <Actions>
      {leading.map((action, i) =>
        i === 0 ? (
          <ButtonLink key={action._key} {...targetOf(action)}>
            {action.label}
          </ButtonLink>
        ) : (
          <TextLink key={action._key} {...targetOf(action)}>
            {action.label}
          </TextLink>
        ),
      )}
    </Actions>
  )
}

/** Without scripts, the popups' links lead to the plain form of the home page. */
function targetOf({ leads, href }: Action): {
  href: string
  'data-waitlist'?: Source
  'data-intent'?: 'demo'
} {
  if (leads === 'link') return { href: href ?? '/' }
  return { href: '/#join', 'data-waitlist': 'landing', ...(leads === 'demo' && { 'data-intent': 'demo' }) }
}
