import { Text } from '@sanity/ui'
import type { ReactNode } from 'react'

/** What stands where there is nothing to list. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <Text muted size={1}>
      {children}
    </Text>
  )
}
