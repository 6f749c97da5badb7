import { styled } from 'styled-components'
import type { Closing } from '../../content/content.ts'
import { from, print } from '../../theme/media.ts'
import { color, size } from '../../theme/tokens.ts'

/** What the page says about itself, in the form of a record. */
export function PageAudit({ title, entries }: { title: string; entries: Closing['audit'] }) {
  return (
    <Audit>
      <b>{title}</b>
      <dl>
        {entries.map((entry) => (
          <div key={entry._key}>
            <dt>{entry.label}</dt>
            <dd>{entry.value}</dd>
          </div>
        ))}
      </dl>
    </Audit>
  )
}

const Audit = styled.div`
  margin-top: clamp(40px, 8vw, 128px);
  border-top: 1px solid ${color.rule2};
  padding-top: 18px;
  display: flex;
  flex-wrap: wrap;
  gap: 10px 40px;
  font-size: ${size.small};

  b,
  dd {
    font-weight: 600;
  }

  dl {
    display: contents;
  }

  dl > div {
    display: flex;
    gap: 8px;
  }

  dt {
    color: ${color.ink3};
  }

  ${from.l} {
    margin-top: 0;
    border-top: 0;
    padding-top: 26px;
  }

  ${print} {
    margin-top: 0;
    border-top: 0;
  }
`
