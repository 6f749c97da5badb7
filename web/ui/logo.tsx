import { css, styled } from 'styled-components'
import { forcedColors, inDark } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import { Picture } from './pictures/picture.tsx'
import type { PictureContent } from './pictures/sources.ts'

export interface LogoImage {
  logo: PictureContent
  /** A one-colour logo, inverted on dark. */
  mono: boolean
}

/** A product's logo, always beside its name: screen readers hear only the name. `size` is in px. */
export function Logo({ logo: { logo, mono }, size }: { logo: LogoImage; size: number }) {
  return <Square picture={logo} slot="logo" alt="" sizes={`${size}px`} $mono={mono} $size={size} />
}

/* Such logos are black, and so white in a dark theme, whether that was chosen or is the system's. */
const mono = css`
  ${inDark('filter:invert(1);')}

  /* Overrides a chosen theme. */
  ${forcedColors} {
    &&& {
      filter: none;
    }
  }

  ${forcedColors} and (prefers-color-scheme: dark) {
    &&& {
      filter: invert(1);
    }
  }
`

/* On paper the name is enough: a picture that nobody scrolled to has not been fetched. */
const Square = styled(Picture)<{ $mono: boolean; $size: number }>`
  ${screenOnly}
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  flex: none;
  object-fit: contain;
  ${({ $mono }) => $mono && mono}
`
