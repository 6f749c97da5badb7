import { Heading, Stack } from '@sanity/ui'
import { styled } from 'styled-components'
import { Empty } from '../start/empty.tsx'

interface Props {
  title: string
  /** What its rows are. */
  of: string
  rows: readonly { value: string; name: string; entries: number; messages: number }[]
  hasMessages?: boolean
  /** Shows the submissions of a row; those of a row without a value can't be asked for. */
  onOpen: (value: string) => void
}

/** Bars that are rows of a table, so that a screen reader reads what others see. */
export function BarTable({ title, of, rows, hasMessages = false, onOpen }: Props) {
  const most = Math.max(1, ...rows.map(({ entries, messages }) => entries + messages))
  return (
    <Stack as="section" aria-label={title} gap={4}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      {rows.length === 0 ? (
        <Empty>Nothing in this period.</Empty>
      ) : (
        <Table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Sign-ups</th>
              {hasMessages && <th scope="col">Messages</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value, name, entries, messages }) => (
              <tr key={value}>
                <th scope="row">
                  {value === '' ? (
                    name
                  ) : (
                    <Open type="button" title={`Show the submissions: ${name}`} onClick={() => onOpen(value)}>
                      {name}
                    </Open>
                  )}
                  <Bar aria-hidden style={{ width: `${((entries + messages) / most) * 100}%` }} />
                </th>
                <td>{entries}</td>
                {hasMessages && <td>{messages}</td>}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Stack>
  )
}

export const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font: inherit;
  font-family: var(--card-text-font-family, inherit);
  font-size: 13px;
  line-height: 1.4;

  caption {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  th,
  td {
    padding: 6px 8px 6px 0;
    border-bottom: 1px solid var(--card-border-color);
    text-align: start;
    font-weight: 400;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    color: var(--card-muted-fg-color);
    font-size: inherit;
  }

  thead th {
    color: var(--card-muted-fg-color);
    font-weight: 500;
  }

  td,
  thead th:not(:first-child) {
    width: 5em;
    padding-right: 0;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`

const Open = styled.button`
  padding: 0;
  border: 0;
  background: none;
  color: var(--card-link-color);
  font: inherit;
  text-align: start;
  cursor: pointer;

  &:hover {
    text-decoration: underline;
  }
`

const Bar = styled.span`
  display: block;
  height: 6px;
  min-width: 2px;
  margin-top: 4px;
  border-radius: 3px;
  background: var(--card-focus-ring-color);
`
