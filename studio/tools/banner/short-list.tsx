import { Card, Stack, Text, type CardTone } from '@sanity/ui'
import type { ReactNode } from 'react'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { FieldLink } from '../receipt/field-link.tsx'

/** Most items shown. */
export const MAX_SHOWN = 5

interface Props<Item> {
  items: readonly Item[]
  /** A key for an item. */
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** A line for each of the first items, and how many more there are. */
function ShortList<Item>({ items, keyOf, children }: Props<Item>) {
  const rest = items.length - MAX_SHOWN
  return (
    <Stack as="ul" gap={3}>
      {items.slice(0, MAX_SHOWN).map((item) => (
        <Text key={keyOf(item)} as="li" size={1} style={{ overflowWrap: 'anywhere' }}>
          {children(item)}
        </Text>
      ))}
      {rest > 0 && (
        <Text as="li" size={1}>
          and {rest} more
        </Text>
      )}
    </Stack>
  )
}

/** Such a list as a banner across the Studio; nothing where it is empty. */
export function ListBanner<Item>({ tone, ...list }: Props<Item> & { tone: CardTone }) {
  if (list.items.length === 0) return null
  return (
    <Card tone={tone} borderBottom paddingX={4} paddingY={3}>
      <ShortList {...list} />
    </Card>
  )
}

/** The faults that keep a site from being built, each with a link to its field. */
export function FaultList({ faults }: Pick<PublishesAnswer, 'faults'>) {
  return (
    <ShortList items={faults} keyOf={({ documentId, path, message }) => `${documentId}${path}${message}`}>
      {({ documentId, type, title, path, message }) => (
        <>
          <FieldLink id={documentId} type={type} path={path}>
            {title}
          </FieldLink>
          : {message}
        </>
      )}
    </ShortList>
  )
}
