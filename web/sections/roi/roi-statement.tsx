import { styled } from 'styled-components'
import { ShareIcon } from '../../art/icons.tsx'
import type { Roi as RoiContent } from '../../content/content.ts'
import { print, scriptless } from '../../theme/media.ts'
import { color, radius, size } from '../../theme/tokens.ts'
import { TextButton } from '../../ui/button.tsx'
import { fill } from '../../ui/fill.ts'
import { Hidden } from '../../ui/text.tsx'
import { formatFactor, formatMoney, formatMoneyFactor, formatNumber } from './format.ts'
import { countStaff, FULL_TIME, type Roi, type RoiInputs } from './roi.ts'
import { useSettled, useTweened } from './use-total.ts'

interface RoiStatementProps {
  content: RoiContent
  inputs: RoiInputs
  roi: Roi
  onShare: () => Promise<void>
}

type Line = keyof RoiContent['lines']

/** The result with its working, as an account that Finance can check. */
export function RoiStatement({ content, inputs, roi, onShare }: RoiStatementProps) {
  const total = formatMoney(roi.annualSavings)
  const spoken = useSettled(`${total} ${content.annual}`)
  const staff = countStaff(roi.staff)
  const results: Partial<Record<Line, string>> = {
    valuePerRun: formatMoney(roi.valuePerRun),
    monthlySavings: formatMoney(roi.monthlySavings),
    hoursReclaimed: formatNumber(roi.hoursReclaimed),
    ...(staff && {
      equivalentStaff: fill(content.staff[staff.form], { n: formatNumber(staff.count) }),
      salaryAvoided: formatMoney(roi.salaryAvoided),
    }),
  }
  // Factors are printed with every digit: Finance checks each line by hand.
  const words = {
    hours: formatFactor(inputs.hours),
    rate: formatMoneyFactor(inputs.rate),
    runs: formatFactor(inputs.runs),
    people: formatFactor(inputs.people),
    valuePerRun: formatMoneyFactor(roi.valuePerRun),
    hoursReclaimed: formatFactor(roi.hoursReclaimed),
    staff: formatNumber(roi.staff),
    fteMonth: formatNumber(FULL_TIME.month),
    fteYear: formatNumber(FULL_TIME.year),
  }

  return (
    <Sheet>
      <Title>{content.result}</Title>
      <RunningTotal amount={roi.annualSavings} />
      <TotalLabel>{content.annual}</TotalLabel>
      <Hidden as="output">{spoken}</Hidden>
      <dl>
        {(Object.entries(results) as [Line, string][]).map(([line, result]) => (
          <Row key={line}>
            <dt>
              {content.lines[line].label} <small>{fill(content.lines[line].working, words)}</small>
            </dt>
            <dd>{result}</dd>
          </Row>
        ))}
      </dl>
      <Foot>
        <p>{fill(content.note, words)}</p>
        <Share type="button" onClick={() => void onShare()}>
          <ShareIcon />
          {content.share}
        </Share>
      </Foot>
    </Sheet>
  )
}

function RunningTotal({ amount }: { amount: number }) {
  const text = formatMoney(useTweened(amount))
  return <Total $characters={text.length}>{text}</Total>
}

const Sheet = styled.div`
  position: relative;
  background: ${color.sheet};
  border: 1px solid ${color.edge};
  border-radius: ${radius};
  padding: clamp(22px, 2.6vw, 40px);
  container-type: inline-size;
  break-inside: avoid;

  /* A container can leave its upper edge on the page before. */
  ${print} {
    container-type: normal;
  }
`

const Title = styled.h3`
  font-size: ${size.h4};
  padding-bottom: 16px;
  border-bottom: 1px solid ${color.edge};
`

/** Large, but never wider than its sheet: a digit is a little over half as wide as it is high. */
const Total = styled.p<{ $characters: number }>`
  font-size: min(
    clamp(2.875rem, 1.5rem + 6.6vw, 7.25rem),
    ${({ $characters }) => Math.round(1800 / $characters) / 10}cqi
  );
  line-height: 0.9;
  letter-spacing: -0.05em;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  padding: clamp(24px, 3vw, 44px) 0 10px;
`

const TotalLabel = styled.p`
  color: ${color.ink2};
  padding-bottom: 24px;
`

const Row = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 0 16px;
  padding: 13px 0;
  border-top: 1px solid ${color.rule};
  align-items: baseline;
  font-variant-numeric: tabular-nums;

  ${print} {
    padding-block: 4pt;
  }

  dt {
    font-weight: 500;
  }

  small {
    display: block;
    color: ${color.ink3};
    font-size: ${size.small};
    font-weight: 400;
    overflow-wrap: anywhere;
    /* As wide as the statement, without widening its column: on phones a sum would break within its numbers. */
    width: 100cqi;
    margin-right: -100cqi;

    ${print} {
      width: auto;
      margin-right: 0;
    }
  }

  dd {
    font-weight: 600;
    font-size: 1.25rem;
  }
`

const Foot = styled.div`
  border-top: 4px double ${color.ink};
  padding-top: 16px;
  margin-top: 2px;
  font-size: ${size.micro};
  line-height: 1.45;
  color: ${color.ink3};
  display: flex;
  flex-wrap: wrap;
  gap: 8px 24px;
  justify-content: space-between;
  align-items: center;

  p {
    max-width: 48em;
  }
`

const Share = styled(TextButton)`
  font-size: ${size.small};
  color: ${color.ink};

  svg {
    width: 18px;
    height: 18px;
  }

  ${scriptless} {
    display: none;
  }
`
