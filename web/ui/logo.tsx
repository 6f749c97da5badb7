import { styled } from 'styled-components'
import { inDark } from '../theme/media.ts'
import { Picture } from './pictures/picture.tsx'
import type { PictureContent } from './pictures/sources.ts'

export interface LogoImage {
  logo: PictureContent
  /** A one-colour logo, inverted on dark. */
  mono: boolean
}

/** A product's logo, always beside its name: screen readers hear the name only. `size` is in px. */
export function Logo({ logo: { logo, mono }, size }: { logo: LogoImage; size: number }) {
  return <Square picture={logo} slot="logo" alt="" sizes={`${size}px`} $mono={mono} $size={size} />
}

const Square = styled(Picture)<{ $mono: boolean; $size: number }>`
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  flex: none;
  object-fit: contain;
  ${({ $mono }) => $mono && inDark('filter:invert(1);')}
`
