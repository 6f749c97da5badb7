import { css, styled } from 'styled-components'
import { forcedColors, inDark } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'

export interface LogoImage {
  url: string
  /** A one-colour logo, inverted on dark. */
  mono: boolean
}

/** A product's logo, always beside its name: screen readers hear the name only. `size` is in px. */
export function Logo({ logo, size }: { logo: LogoImage; size: number }) {
  return (
    <Picture
      src={logo.url}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      $mono={logo.mono}
      $size={size}
    />
  )
}

/* On paper the name is enough: a picture that nobody scrolled to has not been fetched. */
/* Black, so white on a dark page, whoever chose its colours. */
const mono = css`
  ${inDark('filter:invert(1);')}

  ${forcedColors} and (prefers-color-scheme: dark) {
    filter: invert(1);
  }
`

const Picture = styled.img<{ $mono: boolean; $size: number }>`
  ${screenOnly}
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  flex: none;
  object-fit: contain;
  ${({ $mono }) => $mono && mono}
`
