import { styled } from 'styled-components'
import { color, size, space } from '../theme/tokens.ts'

/** Running text, with headings, lists and links of its own. */
export const Running = styled.div`
  max-width: 38em;
  color: ${color.ink2};

  > * + * {
    margin-top: ${space.s4};
  }

  h3 {
    color: ${color.ink};
    font-size: ${size.h4};
    margin-top: ${space.s6};
  }
`
