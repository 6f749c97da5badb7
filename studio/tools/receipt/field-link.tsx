import type { ReactNode } from 'react'
import { IntentLink } from 'sanity/router'
import type { Receipt } from '../../../api/contract/publishing.ts'
import { perspectiveOf } from '../edit-link.ts'

interface Props {
  id: string
  type: string
  /** Such as `faq.groups[_key=="a"].title`; without one, the link leads to the form. */
  path: string | undefined
  /** The content release whose version to open; the draft without one. */
  release?: string | undefined
  children: ReactNode
}

/** Links to a field of a document, or to the document. */
export function FieldLink({ id, type, path, release, children }: Props) {
  const searchParams = perspectiveOf(release)
  if (path === undefined)
    return (
      <IntentLink intent="edit" params={{ id, type }} searchParams={searchParams}>
        {children}
      </IntentLink>
    )
  return (
    <IntentLink
      intent="edit"
      params={{ id, type, path }}
      searchParams={searchParams}
      onClick={() => scrollTo(path)}
    >
      {children}
    </IntentLink>
  )
}

/** Links to the field to correct of what is held, where it is in another document. */
export function FieldElsewhere({
  documentId,
  type,
  path,
  children,
}: NonNullable<Receipt['faults'][number]['elsewhere']> & { children: ReactNode }) {
  return (
    <FieldLink id={documentId} type={type} path={path}>
      {children}
    </FieldLink>
  )
}

/** How long to look for the field: from another tool, the form loads first. */
const PATIENCE_MS = 30_000
const STEP_MS = 100

/** The Studio opens the way to a field, but scrolls to single inputs only and not to groups of them. */
function scrollTo(path: string, waited = 0): void {
  const field = document.querySelector(`[data-testid="field-${CSS.escape(path)}"]`)
  if (field) field.scrollIntoView({ block: 'center' })
  else if (waited < PATIENCE_MS) window.setTimeout(() => scrollTo(path, waited + STEP_MS), STEP_MS)
}
