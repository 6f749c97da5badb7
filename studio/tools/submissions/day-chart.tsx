import { Card, Heading, Stack, Text } from '@sanity/ui'
import { styled } from 'styled-components'
import type { SubmissionCounts } from '../../../api/contract/submissions.ts'
import { Table } from './bar-table.tsx'

const HEIGHT = 120

type Days = Pick<SubmissionCounts, 'days'>

/** Sign-ups of each day as bars, and the same as a table below. */
export function DayChart({ days }: Days) {
  return (
    <Stack as="section" aria-label="Sign-ups a day" gap={4}>
      <Heading as="h2" size={1}>
        Sign-ups a day
      </Heading>
      <DayBars days={days} />
      <details>
        <summary>
          <Text as="span" size={1} style={{ display: 'inline-block' }}>
            The days as a table
          </Text>
        </summary>
        <DayTable days={days} />
      </details>
    </Stack>
  )
}

function DayBars({ days }: Days) {
  const most = Math.max(1, ...days.map(({ entries }) => entries))
  const width = 1 / Math.max(1, days.length)
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  return (
    <Card border radius={2} padding={3} aria-hidden>
      <Stack gap={3}>
        <Text size={0} muted>
          {most}
        </Text>
        <Bars viewBox={`0 0 1 ${HEIGHT}`} preserveAspectRatio="none">
          {days.map(({ day, entries }, index) => (
            <rect
              key={day}
              x={(index + 0.1) * width}
              width={0.8 * width}
              y={HEIGHT - (entries / most) * HEIGHT}
              height={(entries / most) * HEIGHT}
            >
              <title>{`${day}: ${entries}`}</title>
            </rect>
          ))}
        </Bars>
        <Ends>
          <Text size={0} muted>
            {first}
          </Text>
          <Text size={0} muted>
            {last}
          </Text>
        </Ends>
      </Stack>
    </Card>
  )
}

function DayTable({ days }: Days) {
  return (
    <Table>
      <caption>Sign-ups a day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Sign-ups</th>
          <th scope="col">For a demo</th>
          <th scope="col">Messages</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, entries, demos, messages }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{entries}</td>
            <td>{demos}</td>
            <td>{messages}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const Bars = styled.svg`
  display: block;
  width: 100%;
  height: ${HEIGHT}px;
  fill: var(--card-focus-ring-color);
`

const Ends = styled.div`
  display: flex;
  justify-content: space-between;
`
