interface LinkedWordsProps {
  /** A sentence that holds `words`; where it does not, they follow it. */
  children: string
  words: string
  href: string
  /** Opens in a new tab, where this page holds something that was typed. */
  newTab?: boolean
}

/** Every text of a draft contains a mark, which says what field it is from. */
const MARK = /\p{Co}/gu

/** Plain text, a part of which is a link. */
export function LinkedWords({ children, words, href, newTab }: LinkedWordsProps) {
  const sought = words.replace(MARK, '')
  const at = children.indexOf(sought)
  return (
    <>
      {at < 0 ? `${children} ` : children.slice(0, at)}
      <a href={href} {...(newTab && { target: '_blank', rel: 'noopener' })}>
        {words}
      </a>
      {at >= 0 && children.slice(at + sought.length)}
    </>
  )
}
