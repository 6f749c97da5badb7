import { styled } from 'styled-components'
import { CallIcon, MailIcon } from '../art/icons.tsx'
import type { PartName } from '../browser/names.ts'
import { color, font, radius, size } from '../theme/tokens.ts'
import { Logo, type LogoImage } from './logo.tsx'

export interface ChipInput {
  tool: string
  /** Where in the tool it comes from, such as a channel. */
  context: string | null
  icon: 'call' | 'mail' | null
  text: string
  integration: LogoImage | null
}

const icons = { call: CallIcon, mail: MailIcon }

/** One raw input, with the number that the record cites it by. `part` names it for motion. */
export function Chip({ input, number, part }: { input: ChipInput; number: number; part?: PartName }) {
  const Icon = input.icon && icons[input.icon]
  return (
    <Fragment data-part={part}>
      <Origin>
        {input.integration ? <Logo logo={input.integration} size={14} /> : Icon && <Icon />}
        {input.tool}
        {input.context && <span>{input.context}</span>}
        <ChipNumber>{number}</ChipNumber>
      </Origin>
      {input.text}
    </Fragment>
  )
}

const Fragment = styled.li`
  background: ${color.sheet};
  border: 1px solid ${color.rule2};
  border-radius: ${radius};
  padding: 10px 14px 11px 12px;
  font-size: ${size.small};
  line-height: 1.35;
  color: ${color.ink2};
  max-width: 320px;
`

const Origin = styled.b`
  display: block;
  position: relative;
  padding-right: 27px;
  font-weight: 600;
  font-size: ${size.micro};
  color: ${color.ink3};
  margin-bottom: 3px;

  img,
  svg {
    display: inline-block;
    width: 14px;
    height: 14px;
    margin-right: 8px;
    vertical-align: -2px;
  }

  /* Beside its tool, or below where there is no room for both. */
  span {
    display: inline-block;
    margin-left: 8px;
    font-weight: 400;
  }
`

const ChipNumber = styled.sup`
  position: absolute;
  top: 0.2em;
  right: 0;
  color: ${color.signal};
  font: 600 ${size.micro}/1 ${font.text};
  font-variant-numeric: tabular-nums;
`
