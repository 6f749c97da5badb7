import { Card, Stack, Text, type CardTone } from '@sanity/ui'
import type { ReactNode } from 'react'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { FieldLink } from '../receipt/field-link.tsx'

/** More than these are one line too many. */
export const MAX_SHOWN = 5

interface Props<Item> {
  items: readonly Item[]
  /** What tells an item from the others. */
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

/** Such a list across the Studio; nothing where there are no items. */
export function ListBanner<Item>({ tone, ...list }: Props<Item> & { tone: CardTone }) {
  if (list.items.length === 0) return null
  return (
    <Card tone={tone} borderBottom paddingX={4} paddingY={3}>
      <ShortList {...list} />
    </Card>
  )
}

/** What keeps a site from being made, each a click away from where it is mended. */
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
