import { styled } from 'styled-components'
import type { Hero } from '../../content/content.ts'
import { from } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { Wrap } from '../../ui/section.tsx'

export function HeroTiles({ tiles }: { tiles: Hero['tiles'] }) {
  return (
    <Band>
      <Wrap>
        <Tiles>
          {tiles.map((tile) => (
            <li key={tile._key}>
              <h2>{tile.title}</h2>
              <p>{tile.text}</p>
            </li>
          ))}
        </Tiles>
      </Wrap>
    </Band>
  )
}

const Band = styled.div`
  position: relative;
  border-top: 1px solid ${color.edge};
  background: ${color.bg};
`

const Tiles = styled.ul`
  break-inside: avoid;
  display: grid;
  grid-template-columns: 1fr;

  li {
    padding: 20px 0 24px;
    border-bottom: 1px solid ${color.rule};
  }

  li:last-child {
    border: 0;
  }

  h2 {
    font-size: ${size.h4};
    letter-spacing: -0.01em;
    line-height: 1.2;
  }

  p {
    font-size: ${size.small};
    line-height: 1.45;
    color: ${color.ink2};
    margin-top: 6px;
    max-width: 32em;
  }

  ${from.s} {
    grid-template-columns: 1fr 1fr;

    li {
      padding: 24px 24px 28px 0;
      border: 0;
    }

    li:nth-child(even) {
      border-left: 1px solid ${color.rule};
      padding-left: 24px;
    }

    li:nth-child(n + 3) {
      border-top: 1px solid ${color.rule};
    }
  }

  ${from.l} {
    grid-template-columns: repeat(4, 1fr);

    li:nth-child(n) {
      border: 0;
      border-left: 1px solid ${color.rule};
      padding: 26px 28px 34px 24px;
    }

    li:nth-child(n + 5) {
      border-top: 1px solid ${color.rule};
    }

    li:nth-child(4n + 1) {
      border-left: 0;
      padding-left: 0;
    }
  }
`
