import { PortableText, toPlainText, type PortableTextComponents } from '@portabletext/react'
import { Children, type ReactNode } from 'react'
import { css, styled } from 'styled-components'
import { isVisible } from '../../api/contract/readable.ts'
import type { RichText as RichTextContent } from '../content/content.ts'
import { linkFault } from '../content/link.ts'
import { color, font } from '../theme/tokens.ts'
import { LinkedText } from './linked-text.tsx'

/** A paragraph or list item, as queries return it. */
export type Block = RichTextContent[number]

/** Paragraphs, lists and links; email addresses become links, placeholders are marked. */
export function RichText({ blocks }: { blocks: readonly Block[] }) {
  return <PortableText value={blocks.filter(hasWords).map(prepared)} components={components} />
}

/** Whether a block has any text that is seen: an empty line would be a gap on the page, and so would an invisible one. */
export function hasWords(block: Block): boolean {
  return isVisible(toPlainText([block]))
}

/** As deep as the Studio nests lists. */
const MAX_LEVEL = 10

/**
 * Gives bare text a mark of our own, as Portable Text has no component for it, and so the heading in a list item: as a
 * style of the item it would be around the lists in it, which are then rendered twice at each level, and a publish of 20
 * levels never ends.
 */
function prepared(block: Block): Block {
  const { style, listItem, level = 1, children } = block
  const heading = listItem && (style === 'h2' || style === 'h3') ? [style] : []
  return {
    ...block,
    ...(listItem && { style: 'normal', level: Math.min(level, MAX_LEVEL) }),
    ...(children && {
      children: children.map((span) => ({
        ...span,
        marks: [...heading, ...(span.marks?.length ? span.marks : ['plain'])],
      })),
    }),
  }
}

const components: PortableTextComponents = {
  list: {
    bullet: ({ children }) => <Bullets>{children}</Bullets>,
    number: ({ children }) => <Numbers>{children}</Numbers>,
  },
  marks: {
    link: ({ value, children }) => <Linked to={String(value?.['href'])}>{children}</Linked>,
    plain: ({ children }) => <Plain>{children}</Plain>,
    h2: ({ children }) => <h2>{children}</h2>,
    h3: ({ children }) => <h3>{children}</h3>,
  },
}

/**
 * A link, or only its words where it leads nowhere: its page is gone, or it is one that the site does not allow, which
 * only a draft can hold.
 */
function Linked({ to, children }: { to: string; children: ReactNode }) {
  return linkFault(to) === undefined ? <a href={to}>{children}</a> : children
}

/**
 * Of brackets in each other, the innermost ones: looking for the end of each that opens would take a page of them
 * minutes.
 */
const PLACEHOLDER = /(\[[^[\]]+\])/

/** Marks placeholders: what editors have yet to fill in is in square brackets. */
function Plain({ children }: { children: ReactNode }) {
  return Children.map(children, (child) => {
    if (typeof child !== 'string') return child
    return child
      .split(PLACEHOLDER)
      .map((part, i) =>
        i % 2 ? <Placeholder key={part}>{part}</Placeholder> : <LinkedText key={part}>{part}</LinkedText>,
      )
  })
}

const Placeholder = styled.mark`
  background: none;
  color: ${color.ink};
  outline: 1px dashed ${color.ink3};
  outline-offset: 4px;
  margin-inline: 5px;
  font-family: ${font.mono};
  font-size: 0.9375rem;
`

const list = css`
  padding-left: 1.2em;

  li::marker {
    color: ${color.signal};
  }
`

const Bullets = styled.ul`
  list-style: disc;
  ${list}
`

const Numbers = styled.ol`
  list-style: decimal;
  ${list}
`
