import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Engraved } from '../art/engraving.tsx'
import { Seal } from '../art/seal.tsx'
import { Stars } from '../art/stars.tsx'
import { from } from '../theme/media.ts'
import { color, measure } from '../theme/tokens.ts'
import { PageHead, PageTitle } from './page-head.tsx'
import { Wrap } from './section.tsx'

interface SealedHeadProps {
  /** Words that run around the seal. */
  seal: string
  title: string
  id?: string
  /** False where another heading further up is the page's. */
  isFirst?: boolean
  children: ReactNode
}

/** A title and what follows it, beside the seal. */
export function SealedHead({ seal, title, id, isFirst = true, children }: SealedHeadProps) {
  return (
    <PageHead {...(id !== undefined && { id })}>
      {isFirst && <Stars />}
      <Sealed>
        <Mark words={seal.trim()} />
        <Title as={isFirst ? 'h1' : 'h2'}>{title}</Title>
        {children}
      </Sealed>
    </PageHead>
  )
}

const SEAL = 'clamp(180px, 18vw, 264px)'
const BELOW = 'clamp(48px, 6vw, 88px)'

/* With few words, the seal would reach into the header; wide words would run over it. */
const Sealed = styled(Wrap)`
  position: relative;

  ${from.l} {
    min-height: calc(${SEAL} + ${BELOW});
    padding-right: calc(${measure.right} + ${SEAL} + 40px);
  }
`

const Title = styled(PageTitle)`
  max-width: 9em;
`

const Mark = styled(Seal)`
  display: none;

  ${from.l} {
    display: block;
    position: absolute;
    right: ${measure.right};
    bottom: ${BELOW};
    width: ${SEAL};
    color: ${color.ink};

    ${Engraved} {
      stroke-width: 0.42;
    }
  }
`
