import { Fragment } from 'react'
import { splitEmails } from './emails.ts'

/** Plain text whose email addresses are links. */
export function LinkedText({ children }: { children: string }) {
  let offset = 0
  return splitEmails(children).map((part, i) => {
    offset += part.length
    return i % 2 ? (
      <a key={offset} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      <Fragment key={offset}>{part}</Fragment>
    )
  })
}
