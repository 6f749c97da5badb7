import type { SanityClient } from '@sanity/client'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDrafts } from '../../../../studio/tools/search/write-drafts.ts'
import { clientOf, startLake } from '../../../support/lake.ts'
import { listenHere } from '../../../support/listen.ts'

const EDITED =
  'Nothing was replaced: somebody edits one of these texts now. Look at the list, then try again.'

let lake: Awaited<ReturnType<typeof startLake>>

beforeAll(async () => {
  lake = await startLake()
})

afterAll(() => lake.close())

const rawClient = (url: string) => clientOf(url, { perspective: 'raw', maxRetries: 0 })

/** A place in a document as it is now. */
async function placeIn(id: string) {
  const document = await rawClient(lake.url).getDocument(id)
  if (!document) throw new Error(`The launch content has no ${id}.`)
  return { id, document, hasDraft: false, path: 'title', result: 'Replaced' }
}

/** A client of a server that answers so. */
async function clientAnswered(status: number, description: string): Promise<SanityClient> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { type: 'insufficientPermissionsError', description } }))
  })
  return rawClient(await listenHere(server))
}

test('writes drafts, all or none', async () => {
  const client = rawClient(lake.url)
  const places = [await placeIn('about'), await placeIn('contact')]
  await client.create({ ...places[1]?.document, _id: 'drafts.contact', _type: 'contact', title: 'Begun' })
  await expect(writeDrafts(client, places)).rejects.toThrow(EDITED)
  expect(await client.getDocument('drafts.about')).toBeUndefined()
  await client.delete('drafts.contact')
  await writeDrafts(client, places)
  expect(await client.getDocument('drafts.about')).toMatchObject({ title: 'Replaced' })
  expect(await client.getDocument('drafts.contact')).toMatchObject({ title: 'Replaced' })
})

test('what somebody published or wrote since the list was made is not written over', async () => {
  const client = rawClient(lake.url)
  const listed = await placeIn('platform')
  await client.create({ ...listed.document, _id: 'drafts.platform', description: 'Published meanwhile' })
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.platform',
    publishedId: 'platform',
  })
  await expect(writeDrafts(client, [listed])).rejects.toThrow(EDITED)
  expect(await client.getDocument('drafts.platform')).toBeUndefined()

  await writeDrafts(client, [await placeIn('platform')])
  const document = await client.getDocument('drafts.platform')
  if (!document) throw new Error('There is no draft.')
  expect(document).toMatchObject({ title: 'Replaced', description: 'Published meanwhile' })
  await client.patch('drafts.platform').set({ description: 'Written meanwhile' }).commit()
  const begun = { ...listed, document, hasDraft: true, result: 'Again' }
  await expect(writeDrafts(client, [begun])).rejects.toThrow(EDITED)
  expect(await client.getDocument('drafts.platform')).toMatchObject({
    title: 'Replaced',
    description: 'Written meanwhile',
  })
})

test('a refusal is told in its own words: nobody else edits where somebody may not write', async () => {
  const refused = 'Settings are changed by administrators. Ask one of them. Nothing was changed.'
  const place = await placeIn('home')
  await expect(writeDrafts(await clientAnswered(403, refused), [place])).rejects.toThrow(refused)
  const ended = 'You are not signed in any more.'
  await expect(writeDrafts(await clientAnswered(401, ended), [place])).rejects.toThrow(ended)
})

test('without an answer, nobody knows whether it was replaced', async () => {
  const place = await placeIn('home')
  const away = rawClient('http://127.0.0.1:9')
  await expect(writeDrafts(away, [place])).rejects.toThrow(
    /^There was no answer \(.*\)\. Look at the list for what was replaced, then try again\.$/u,
  )
})
