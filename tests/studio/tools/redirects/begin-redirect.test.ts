import { expect, test } from 'vitest'
import { beginRedirect } from '../../../../studio/tools/redirects/begin-redirect.ts'
import { startLake, writeSeed } from '../../lake/fixture.ts'

const rule = { _key: 'a', _type: 'redirect', from: '/Old-Page/', to: '/contact' }
const REDIRECTS = { _id: 'redirects', _type: 'redirects', rules: [rule] }
const RAW = { perspective: 'raw' } as const

test.each(['/old-page', '/old-page.html', '/OLD-PAGE'])(
  'the redirect from %s is found as it was written, and not begun again',
  async (from) => {
    const { client } = await startLake({ seedDir: writeSeed([REDIRECTS]) })
    expect(await beginRedirect(client, from)).toBe('rules[_key=="a"].to')
    expect(await client.fetch('count(*[_type == "redirects"])', {}, RAW)).toBe(1)
  },
)

test('another one is begun in the draft, before those that are there', async () => {
  const { client } = await startLake({ seedDir: writeSeed([REDIRECTS]) })
  const field = await beginRedirect(client, '/old-page/more')
  const rules = await client.fetch('*[_id == "drafts.redirects"][0].rules[]{_key, from}', {}, RAW)
  expect(rules).toEqual([
    { _key: expect.any(String), from: '/old-page/more' },
    { _key: 'a', from: '/Old-Page/' },
  ])
  expect(field).toBe(`rules[_key=="${rules[0]._key}"].to`)
})
