import { styled } from 'styled-components'
import type { WhyNow } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'
import { fill } from '../../ui/fill.ts'

interface CountersProps {
  counters: WhyNow['counters']
  /** Line under a counter that names its source; `{name}` is the source with its date. */
  source: string
}

/** Amounts as in a ledger: flush right, with leader dots, the last one on a double rule. */
export function Counters({ counters, source }: CountersProps) {
  return (
    <Ledger>
      {counters.map((counter) => (
        <div key={counter._key}>
          <dt>
            {counter.label} {counter.source && <Source counter={counter} line={source} />}
          </dt>
          <dd>
            {counter.prefix && <small>{counter.prefix}</small>}
            <Value data-behaviour="counter">{counter.value}</Value>
            {counter.suffix && <small>{counter.suffix}</small>}
          </dd>
        </div>
      ))}
    </Ledger>
  )
}

function Source({ counter, line }: { counter: WhyNow['counters'][number]; line: string }) {
  const name = [counter.source, counter.sourceDate].filter(Boolean).join(', ')
  const text = fill(line, { name })
  return <small>{counter.sourceHref ? <a href={counter.sourceHref}>{text}</a> : text}</small>
}

const Ledger = styled.dl`
  border-top: 1px solid ${color.edge};

  > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    padding: 18px 0 12px;
    border-bottom: 1px solid ${color.rule};
    align-items: end;
  }

  > div:last-child {
    border-bottom: 4px double ${color.ink};
  }

  dt {
    color: ${color.ink};
    font-size: ${size.lead};
    line-height: 1.3;
    max-width: 23em;
    padding-bottom: 0.4em;
    text-wrap: balance;
  }

  dt small {
    display: block;
    margin-top: 6px;
    font-size: ${size.micro};
    color: ${color.ink3};
  }

  dt a {
    display: inline-block;
    padding-block: 4px;
  }

  dd {
    font-size: ${size.number};
    line-height: 0.9;
    letter-spacing: -0.045em;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  dd small {
    font-size: 0.42em;
    letter-spacing: -0.02em;
  }

  ${from.m} {
    > div {
      grid-template-columns: minmax(0, auto) minmax(24px, 1fr) auto;
      column-gap: 20px;
      padding: 34px 0 26px;
    }

    > div::after {
      content: '';
      height: 2px;
      margin-bottom: 0.55em;
      background: radial-gradient(circle, ${color.rule2} 1px, transparent 1.3px) 0 0/9px 2px repeat-x;
    }

    dt {
      padding-bottom: 0;
      max-width: 19em;
    }

    dd {
      order: 1;
    }
  }
`

/*
 * The final value keeps its place and is what screen readers read, while a script shows the count over it. The count is
 * flush left: its start does not move as it gains digits, so no layout shift is counted.
 */
const Value = styled.span`
  position: relative;
  white-space: nowrap;

  &[data-count] {
    color: transparent;
  }

  &[data-count]::after {
    /* Safari before 17.4 and Firefox before 128 know no alternative text. */
    content: attr(data-count);
    content: attr(data-count) / '';
    position: absolute;
    left: 0;
    color: ${color.ink};
  }

  ${print} {
    && {
      color: inherit;
    }

    &&::after {
      content: none;
    }
  }
`
