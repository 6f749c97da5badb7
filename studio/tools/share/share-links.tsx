import { styled } from 'styled-components'
import { buttonStyles } from '../button-styles.ts'
import { useShares } from './use-shares.ts'

interface ShareLinksProps {
  /** The published id of the document at hand. */
  document: string
  title: string
  /** The page that a link opens. */
  path: string
}

/** Links to drafts for people without an account: made here, listed, and revoked. */
export function ShareLinks({ document, title, path }: ShareLinksProps) {
  const { list, made, sentence, make, revoke } = useShares()
  return (
    <Column>
      <p>Whoever has the link can look at the drafts for seven days, without an account. They can’t edit.</p>
      <Row>
        <button type="button" onClick={() => make({ perspective: 'document', document, path })}>
          Link to the draft of “{title}”
        </button>
        <button type="button" onClick={() => make({ perspective: 'drafts', path })}>
          Link to all drafts
        </button>
      </Row>
      {sentence && <p role="alert">{sentence}</p>}
      {made && (
        <label>
          The new link. It is shown this once: copy it now.
          <input readOnly value={made} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
      {list.length > 0 && (
        <ul>
          {list.map(({ id, shows, path: page, createdAt, expiresAt }) => (
            <li key={id}>
              <span>
                {shows === 'drafts' ? 'All drafts' : `Draft of ${shows}`}, {page}, made {dayOf(createdAt)},
                ends {dayOf(expiresAt)}
              </span>
              <button type="button" onClick={() => revoke(id)}>
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </Column>
  )
}

const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function dayOf(iso: string): string {
  return calendar.format(new Date(iso))
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: 16px;
  font: 13px/20px var(--card-font-family, sans-serif);
  color: var(--card-fg-color);

  p {
    margin: 0;
    color: var(--card-muted-fg-color);
  }

  ${buttonStyles}

  input {
    box-sizing: border-box;
    width: 100%;
    padding: 6px 8px;
    font: inherit;
  }

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    padding: 8px 0;
    border-block-start: 1px solid var(--card-border-color);
  }
`
