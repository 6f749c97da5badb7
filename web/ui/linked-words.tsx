import { around, withoutMarks } from './marked.ts'

interface LinkedWordsProps {
  /** A sentence that holds `words`; where it does not, they follow it. */
  children: string
  words: string
  href: string
  /** Opens in a new tab, where this page holds something that was typed. */
  newTab?: boolean
}

/** Plain text, a part of which is a link. */
export function LinkedWords({ children, words, href, newTab }: LinkedWordsProps) {
  const sentence = around(children, withoutMarks(words))
  return (
    <>
      {sentence?.before ?? `${children} `}
      <a href={href} {...(newTab && { target: '_blank', rel: 'noopener' })}>
        {words}
      </a>
      {sentence?.after}
    </>
  )
}
