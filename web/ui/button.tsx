import { css, styled } from 'styled-components'
import { onInk } from '../theme/forced.ts'
import { forcedColors, hovering } from '../theme/media.ts'
import { screenOnly } from '../theme/print.ts'
import { color, duration, ease, radius, size } from '../theme/tokens.ts'

const button = css<{ $small?: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 12px;
  min-height: ${({ $small }) => ($small ? '44px' : '52px')};
  padding: 0 ${({ $small }) => ($small ? '16px' : '24px')};
  background: ${color.ink};
  color: ${color.bg};
  ${onInk}
  font-weight: 600;
  font-size: ${({ $small }) => ($small ? size.small : '1.0625rem')};
  text-decoration: none;
  border-radius: ${radius};
  position: relative;
  overflow: hidden;
  text-align: center;
  line-height: 1.25;
  border: 1px solid ${color.ink};
  cursor: pointer;
  transition: transform ${duration.press} ${ease.out};

  &::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 4px;
    background: ${color.signal};
    transform: scaleX(0);
    transform-origin: left;
    transition: transform ${duration.state} ${ease.out};
  }

  &:hover::after {
    transform: none;
  }

  &:active {
    transform: translateY(1px);
  }

  &:is([disabled], [aria-disabled]) {
    background: ${color.rule};
    border-color: ${color.rule};
    color: ${color.ink2};
    cursor: not-allowed;

    ${forcedColors} {
      background: ${color.bg};
      border-color: GrayText;
      color: GrayText;
    }
  }

  &:is([disabled], [aria-disabled])::after {
    display: none;
  }
`

const outlined = css`
  background: transparent;
  color: ${color.ink};
`

/** The primary action of a form. */
export const Button = styled.button<{ $small?: boolean; $outlined?: boolean }>`
  ${button}
  ${({ $outlined }) => $outlined && outlined}
`

/** The primary action as a link: it works without scripts. */
export const ButtonLink = styled.a<{ $small?: boolean; $outlined?: boolean }>`
  ${button}
  ${({ $outlined }) => $outlined && outlined}
  ${screenOnly}
`

const link = css`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  gap: 10px;
  font-weight: 600;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 6px;
  text-decoration-color: ${color.rule2};

  &:hover {
    text-decoration-color: ${color.signal};
    text-decoration-thickness: 2px;
  }
`

/** A secondary action that leads somewhere. */
export const TextLink = styled.a`
  ${link}

  &[href^='#'] {
    ${screenOnly}
  }
`

/** A secondary action that does something here. */
export const TextButton = styled.button`
  ${link}
`

const icon = css`
  width: 44px;
  height: 44px;
  display: grid;
  place-items: center;
  border-radius: ${radius};
  text-decoration: none;

  svg {
    width: 20px;
    height: 20px;
  }

  ${hovering} {
    &:hover {
      background: ${color.sunk};
    }
  }
`

export const IconButton = styled.button`
  ${icon}
`

export const IconLink = styled.a`
  ${icon}
`

export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 28px;
  align-items: center;

  > * {
    overflow-wrap: anywhere;
  }
`
