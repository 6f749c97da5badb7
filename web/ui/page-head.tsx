import { styled } from 'styled-components'
import { print } from '../theme/media.ts'
import { measure, size } from '../theme/tokens.ts'
import { Wrap } from './section.tsx'
import { Lead } from './text.tsx'

/** First view of an inner page, under the header. */
export const PageHead = styled.section`
  position: relative;
  padding-top: calc(${measure.header} + clamp(48px, 6vw, 96px));
  overflow: clip;
  isolation: isolate;

  > ${Wrap} {
    padding-bottom: clamp(48px, 6vw, 88px);
  }

  ${Lead} {
    margin-top: 24px;
  }

  ${print} {
    padding-top: 0;
    overflow: visible;

    > ${Wrap} {
      padding-bottom: 16pt;
    }
  }
`

/** `$quiet` is for a page that is read or filled in rather than shown. */
export const PageTitle = styled.h1<{ $quiet?: boolean }>`
  font-size: ${({ $quiet }) => ($quiet ? size.h1 : size.hero)};
  line-height: 0.93;
  letter-spacing: -0.042em;
`
