import { styled } from 'styled-components'
import type { BlockOf } from '../../content/content.ts'
import { below } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { Hidden } from '../../ui/text.tsx'

type ComparisonProps = Pick<BlockOf<'comparisonBlock'>, 'title' | 'columns' | 'rows'>

/** Answers side by side; on a phone one under another, each with the name of its column. */
export function Comparison({ title, columns, rows }: ComparisonProps) {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">
            <Hidden>{title}</Hidden>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._key}>
            <th scope="row">{row.label}</th>
            {columns.map((column, i) => (
              <td key={column} data-column={column}>
                {row.values[i] ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  border-top: 1px solid ${color.edge};
  table-layout: fixed;

  th,
  td {
    text-align: left;
    vertical-align: top;
    padding: 18px 24px 18px 0;
    border-bottom: 1px solid ${color.rule};
  }

  td {
    color: ${color.ink2};
  }

  thead th {
    font-size: ${size.small};
  }

  tbody th {
    font-weight: 600;
  }

  tbody tr:last-child > * {
    border-bottom: 4px double ${color.ink};
  }

  ${below.m} {
    &,
    tbody,
    tr,
    th,
    td {
      display: block;
    }

    thead {
      display: none;
    }

    tbody th,
    tbody td:not(:last-child) {
      border-bottom: 0;
      padding-bottom: 0;
    }

    td::before {
      content: attr(data-column);
      display: block;
      font-size: ${size.micro};
      color: ${color.ink3};
    }

    tbody tr:last-child > th,
    tbody tr:last-child > td:not(:last-child) {
      border-bottom: 0;
    }
  }
`
