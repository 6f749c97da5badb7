import type { HTMLAttributes, ReactNode } from 'react'
import { css, styled } from 'styled-components'
import { inverted } from '../theme/global.ts'
import { from, print, screen } from '../theme/media.ts'
import { color, measure, size, space, vars } from '../theme/tokens.ts'
import { Serial } from './text.tsx'

/** Page width and padding. */
export const wrap = css`
  max-width: 1440px;
  margin-inline: auto;
  padding-inline: ${measure.left} ${measure.right};
`

export const Wrap = styled.div`
  ${wrap}
`

/** A section of the page. `$band`: paper (default), sunk or ink. */
export const Section = styled.section.attrs<{ $band?: 'sunk' | 'ink' }>(({ $band }) => band($band))`
  position: relative;
  border-top: 1px solid ${color.rule};
  ${({ $band }) => $band === 'sunk' && `background:${color.sunk};`}
  ${({ $band }) => $band === 'ink' && inverted}

  > ${Wrap} {
    padding-block: ${measure.section};
  }
`

/** What a numbered section of a page is made of. */
export interface SectionProps<Content> {
  content: Content
  number: number
  /** Its anchor, where it is not the section's name: a page can have two of a kind. */
  id?: string
}

/** The rail reads the band from the markup, to invert its own colours over ink. */
function band(name: 'sunk' | 'ink' | undefined): HTMLAttributes<HTMLElement> & { 'data-band'?: string } {
  return name ? { 'data-band': name } : {}
}

interface LabelProps {
  number?: number
  /** The label is the section's only heading. */
  heading?: boolean
  children: ReactNode
}

/** Number and name of a section. Numbers come from the order of the sections. */
export function Label({ number, heading, children }: LabelProps) {
  return (
    <LabelLine as={heading ? 'h2' : 'p'}>
      {number !== undefined && <Serial>§ {number}</Serial>} {children}
    </LabelLine>
  )
}

/** What stands on the same sheet as the label above it: heading, lead, and the first of what they lead to. */
const KEPT = '180pt'

const LabelLine = styled.p`
  font-size: ${size.small};
  font-weight: 600;
  display: flex;
  gap: 10px;
  line-height: 1.4;
  margin-bottom: ${space.s5};
  break-after: avoid;
  overflow-wrap: anywhere;

  ${Serial} {
    flex: none;
  }

  /* Firefox knows no break-after: as high as what follows, the label goes to the next sheet with that. */
  ${print} {
    display: block;
    break-inside: avoid;
    margin-bottom: calc(6pt - ${KEPT});

    &::after {
      content: '';
      display: block;
      height: ${KEPT};
    }
  }
`

/** Label in columns 1 to 3, content in 4 to 12; everything stacks under 1024 px. */
export const Docket = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  row-gap: ${space.s5};

  ${screen} {
    > ${LabelLine} {
      margin-bottom: 0;
    }
  }

  ${from.l} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    column-gap: 24px;
    row-gap: 0;

    > ${LabelLine} {
      grid-column: 1/4;
      padding-top: 0.6em;
    }
  }

  ${print} {
    display: block;
  }
`

/** Heading and lead side by side, as stacked sections begin. */
export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: flex-end;
  gap: ${space.s5} 64px;
  break-after: avoid;

  > * {
    min-width: 0;
  }

  > p {
    max-width: 24em;
    padding-bottom: 0.25em;
  }
`

/** Below the content of a section: a remark or a link, and the action. */
export const Under = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 32px;
  align-items: center;
  justify-content: space-between;
  margin-top: 28px;

  > p {
    color: ${color.ink2};
    font-size: ${size.small};
  }
`

/** On a sunk band, "paper" behind drawings is the band itself. */
export const onSunk = css`
  ${vars.color.bg}: ${color.sunk};
`
