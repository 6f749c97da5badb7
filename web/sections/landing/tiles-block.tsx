import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'

/** Titles with a sentence each, as many to a row as the window holds. */
export function Tiles({ tiles }: { tiles: BlockOf<'tilesBlock'>['tiles'] }) {
  return (
    <Grid>
      {tiles.map((tile) => (
        <li key={tile._key}>
          <h3>{tile.title}</h3>
          <p>{tile.text}</p>
        </li>
      ))}
    </Grid>
  )
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  column-gap: 24px;
  border-top: 1px solid ${color.edge};

  li {
    padding: 24px 0 28px;
    border-bottom: 1px solid ${color.rule};
  }

  h3 {
    font-size: ${size.h3};
    letter-spacing: -0.015em;
    line-height: 1.2;
  }

  p {
    margin-top: 8px;
    color: ${color.ink2};
    max-width: 32em;
  }

  ${from.s} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${from.l} {
    &:not(:has(> :last-child:nth-child(2), > :last-child:nth-child(4))) {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
`
