import { Text } from '@sanity/ui'
import type { Receipt } from '../../../api/contract/publishing.ts'
import { FieldLink } from './field-link.tsx'

interface Props extends Pick<Receipt, 'documentId' | 'placeholders'> {
  type: string
}

/** What went live and only stands in for something: the fields themselves say what to write. */
export function Placeholders({ documentId, placeholders = [], type }: Props) {
  if (placeholders.length === 0) return undefined
  return (
    <Text size={1}>
      With placeholders:{' '}
      {placeholders.map(({ path, title }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <FieldLink id={documentId} type={type} path={path}>
            {title}
          </FieldLink>
        </span>
      ))}
    </Text>
  )
}
