import { styled } from 'styled-components'
import type { Platform } from '../../content/content.ts'
import { from, scriptless } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { PauseSwitch } from '../../ui/pause-switch.tsx'
import { onSunk, Section, Wrap } from '../../ui/section.tsx'
import { Heading2, heading3, Hidden, Lead } from '../../ui/text.tsx'
import { Lens } from './lens.tsx'

interface PlatformCalProps {
  content: Platform['cal']
  /** Name of the engine, where the three contexts meet. */
  engine: string
}

/** What the adaptive layer does, beside the drawing of the contexts that it reads. */
export function PlatformCal({ content, engine }: PlatformCalProps) {
  const { alt, pause, ...names } = content.lens
  return (
    <Sunk $band="sunk">
      <Wrap>
        <Title>{content.title}</Title>
        <Columns>
          <div>
            <Lead>{content.lead}</Lead>
            <ol>
              {content.claims.map((claim) => (
                <Claim key={claim._key}>
                  <h3>{claim.title}</h3>
                  <p>{claim.text}</p>
                </Claim>
              ))}
            </ol>
          </div>
          <Drawn>
            <Hidden>{alt}</Hidden>
            <Lens {...names} engine={engine} />
            <Still label={pause} />
          </Drawn>
        </Columns>
      </Wrap>
    </Sunk>
  )
}

const Sunk = styled(Section)`
  ${onSunk}
`

const Title = styled(Heading2)`
  max-width: 14em;
`

const Columns = styled.div`
  display: grid;
  gap: 48px;
  margin-top: 48px;

  ${Lead} {
    margin-bottom: 36px;
  }

  ${from.l} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: center;
  }
`

const Claim = styled.li`
  padding: 22px 0;
  border-top: 1px solid ${color.rule};

  &:last-child {
    border-bottom: 1px solid ${color.rule};
  }

  h3 {
    ${heading3}
    line-height: 1.2;
  }

  p {
    color: ${color.ink2};
    font-size: ${size.body};
    margin-top: 6px;
  }
`

const Still = styled(PauseSwitch)`
  right: 0;
  bottom: 0;

  ${scriptless} {
    display: none;
  }
`

const Drawn = styled.div`
  display: none;
  position: relative;

  ${from.l} {
    display: block;
  }
`
