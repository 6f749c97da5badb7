import type { ReactNode } from 'react'
import { useSchema, type ObjectSchemaType, type SchemaType } from 'sanity'
import { IntentLink } from 'sanity/router'

interface Props {
  id: string
  type: string
  /** As `faq.groups[_key=="a"].title`. */
  path: string
  children?: ReactNode
}

/** Leads to a field of the document that is open. */
export function FieldLink({ id, type, path, children }: Props) {
  const schema = useSchema()
  return (
    <IntentLink intent="edit" params={{ id, type, path }} onClick={() => scrollTo(path)}>
      {children ?? `Go to ${titleOf(schema.get(type), path)}`}
    </IntentLink>
  )
}

const PATIENCE_MS = 2_000
const STEP_MS = 100

/** The Studio opens the way to a field, but scrolls to single inputs only and not to groups of them. */
function scrollTo(path: string, waited = 0): void {
  const field = document.querySelector(`[data-testid="field-${CSS.escape(path)}"]`)
  if (field) field.scrollIntoView({ block: 'center' })
  else if (waited < PATIENCE_MS) window.setTimeout(() => scrollTo(path, waited + STEP_MS), STEP_MS)
}

/** The field as its form calls it: the titles on the way to it. */
function titleOf(type: SchemaType | undefined, path: string): string {
  const titles: string[] = []
  let here = type
  for (const name of path.replaceAll(/\[[^\]]*\]/gu, '').split('.')) {
    here = fieldOf(here, name)
    if (here?.title === undefined) return 'the field'
    titles.push(here.title)
  }
  return `“${titles.join(' › ')}”`
}

function fieldOf(type: SchemaType | undefined, name: string): SchemaType | undefined {
  if (type?.jsonType === 'array')
    return type.of.map((item) => fieldOf(item, name)).find((found) => found !== undefined)
  return isObject(type) ? type.fields.find((field) => field.name === name)?.type : undefined
}

function isObject(type: SchemaType | undefined): type is ObjectSchemaType {
  return type?.jsonType === 'object'
}
