import { styled } from 'styled-components'
import { below, from } from '../theme/media.ts'
import { color, duration, ease, size } from '../theme/tokens.ts'

/** A link of the header, underlined under a pointer. */
export const NavLink = styled.a`
  min-height: 44px;
  padding: 0 10px;
  font-size: ${size.small};
  font-weight: 500;
  color: ${color.ink2};
  white-space: nowrap;
  text-decoration: none;
  display: inline-flex;
  align-items: center;
  position: relative;
  /* The list scrolls, and clips what is outside of it. */
  outline-offset: -3px;

  &::after {
    content: '';
    position: absolute;
    inset: auto 10px 9px;
    height: 2px;
    background: ${color.signal};
    transform: scaleX(0);
    transform-origin: left;
    transition: transform ${duration.state} ${ease.out};
  }

  &:hover {
    color: ${color.ink};
  }

  &:hover::after {
    transform: none;
  }

  ${from.xl} {
    ${below.full} {
      padding: 0 8px;

      &::after {
        inset-inline: 8px;
      }
    }
  }
`
