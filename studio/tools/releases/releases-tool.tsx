import type { Tool } from 'sanity'
import { IntentLink } from 'sanity/router'
import { styled } from 'styled-components'
import { buttonStyles } from '../button-styles.ts'
import type { ReleaseRecord } from '../../../api/contract/publishing.ts'
import { seconds } from '../receipt/progress.ts'
import { ReleasesIcon } from './releases-icon.tsx'
import { useReleases } from './use-releases.ts'
import { useTitles } from './use-titles.ts'

/** The last releases of the site, and the way back to one of them. */
export const releasesTool: Tool = {
  name: 'releases',
  title: 'Releases',
  icon: ReleasesIcon,
  component: ReleaseTable,
}

const CAUSES: Record<ReleaseRecord['cause'], string> = {
  build: 'A build of the site',
  publish: '',
  sweep: 'Found by the regular look at the content',
}

function ReleaseTable() {
  const { list, sentence, switchingTo, switchTo } = useReleases()
  const releases = list?.releases ?? []
  const titleOf = useTitles(releases.flatMap(({ documents }) => documents))
  const [newest] = releases
  const held = releases.find(({ id }) => id === list?.pinned)
  return (
    <Page>
      <h1>Releases</h1>
      <p>Each is the whole site as it was. Going back takes a moment, and so does going forward again.</p>
      {sentence && <Notice role="alert">{sentence}</Notice>}
      {list?.pinned && newest && (
        <Notice>
          The site is held at the release {held ? `of ${timeOf(held.at)}` : list.pinned}. What is published
          meanwhile waits.
          <button type="button" disabled={switchingTo !== undefined} onClick={() => switchTo(newest.id)}>
            Go forward to the newest
          </button>
        </Notice>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Took</th>
            <th scope="col">Pages drawn</th>
            <th scope="col">
              <Hidden>Switch</Hidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {releases.map((release) => (
            <tr key={release.id} aria-current={release.id === list?.current}>
              <th scope="row">
                <time dateTime={release.at}>{timeOf(release.at)}</time>
              </th>
              <td>{release.by.join(', ')}</td>
              <td>
                <What release={release} titleOf={titleOf} />
              </td>
              <td>{release.tookMs > 0 ? seconds(release.tookMs) : ''}</td>
              <td>{release.drawn}</td>
              <td>
                {release.id === list?.current ? (
                  'Served now'
                ) : (
                  <button
                    type="button"
                    disabled={switchingTo !== undefined}
                    onClick={() => switchTo(release.id)}
                  >
                    {release.id < (list?.current ?? '') ? 'Go back to this' : 'Go forward to this'}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Page>
  )
}

/** More than these are one line too many. */
const SHOWN = 5

function What({ release, titleOf }: { release: ReleaseRecord; titleOf: (id: string) => string }) {
  const { cause, documents } = release
  const rest = documents.length - SHOWN
  return (
    <>
      {CAUSES[cause]}
      {CAUSES[cause] && documents.length > 0 && ': '}
      {documents.slice(0, SHOWN).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <IntentLink intent="edit" params={{ id }}>
            {titleOf(id)}
          </IntentLink>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

function timeOf(iso: string): string {
  return clock.format(new Date(iso))
}

const Page = styled.main`
  height: 100%;
  box-sizing: border-box;
  overflow: auto;
  padding: 32px;
  font: 13px/20px var(--card-font-family, sans-serif);
  color: var(--card-fg-color);

  h1 {
    margin: 0 0 8px;
    font-size: 21px;
    line-height: 28px;
  }

  p {
    margin: 0 0 24px;
    color: var(--card-muted-fg-color);
  }

  table {
    width: 100%;
    border-collapse: collapse;
  }

  th,
  td {
    padding: 10px 12px 10px 0;
    border-bottom: 1px solid var(--card-border-color);
    text-align: start;
    vertical-align: baseline;
    font-weight: 400;
  }

  thead th {
    color: var(--card-muted-fg-color);
  }

  [aria-current='true'] th {
    font-weight: 600;
  }

  a {
    color: var(--card-link-color);
  }

  ${buttonStyles}
`

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  margin-block-end: 24px;
  padding: 8px 12px;
  border: 1px solid var(--card-border-color);
  border-inline-start: 4px solid #b98900;
  border-radius: 3px;
`

const Hidden = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`
