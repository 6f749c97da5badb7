import { Fragment } from 'react'
import { withoutMarks } from './marked.ts'

/**
 * No mailbox has a name of more than 64 letters (RFC 5321): without an end, a word as long as a page would be read
 * again from each of its letters, which takes minutes.
 */
const EMAIL = /([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/

/** Plain text whose email addresses are links. */
export function LinkedText({ children }: { children: string }) {
  let offset = 0
  // The pattern captures, so that the parts at odd indexes are addresses.
  return children.split(EMAIL).map((part, i) => {
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

/** Whether a text is an email address and nothing else. */
export function isEmail(text: string): boolean {
  return text !== '' && withoutMarks(text).replace(EMAIL, '') === ''
}
