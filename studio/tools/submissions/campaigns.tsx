import { Heading, Stack } from '@sanity/ui'
import { Alert } from '../alert.tsx'
import { Empty } from '../start/empty.tsx'
import { timeOf } from '../time.ts'
import { Table } from './bar-table.tsx'
import { useCampaigns, type Campaign } from './use-campaigns.ts'
import { SOURCE_NAMES } from './words.ts'

/** What came of each campaign: of the pages that it changed, until a later version changed them again. */
export function Campaigns() {
  const { campaigns, message } = useCampaigns()
  return (
    <Stack as="section" aria-label="By campaign" gap={4}>
      <Heading as="h2" size={1}>
        By campaign
      </Heading>
      {message && <Alert message={message} />}
      {!campaigns && !message && <Empty>Loading…</Empty>}
      {campaigns?.length === 0 && <Empty>No release has gone live yet.</Empty>}
      {campaigns && campaigns.length > 0 && (
        <Table>
          <caption>By campaign</caption>
          <thead>
            <tr>
              <th scope="col">Release</th>
              <th scope="col">Sign-ups</th>
              <th scope="col">Messages</th>
            </tr>
          </thead>
          <tbody>
            {campaigns.map((campaign) => (
              <CampaignRow key={campaign.release} {...campaign} />
            ))}
          </tbody>
        </Table>
      )}
    </Stack>
  )
}

function CampaignRow({ title, at, counts }: Campaign) {
  if (typeof counts === 'string')
    return (
      <tr>
        <RowHead title={title} at={at} more={`not counted: ${counts}`} />
        <td>–</td>
        <td>–</td>
      </tr>
    )
  const { pages, sources } = counts
  const sum = (name: 'entries' | 'messages') => pages.reduce((all, page) => all + page[name], 0)
  const best = [pages[0]?.value, nameOf(sources[0]?.value)].filter(Boolean).join(', ')
  return (
    <tr>
      <RowHead title={title} at={at} more={best && `most from ${best}`} />
      <td>{sum('entries')}</td>
      <td>{sum('messages')}</td>
    </tr>
  )
}

function RowHead({ title, at, more }: Pick<Campaign, 'title' | 'at'> & { more: string }) {
  return (
    <th scope="row">
      {title}
      <small>
        live since {timeOf(at)}
        {more && `; ${more}`}
      </small>
    </th>
  )
}

function nameOf(value: string | undefined): string | undefined {
  return Object.entries(SOURCE_NAMES).find(([source]) => source === value)?.[1]
}
