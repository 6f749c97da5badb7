import { encodeSignatureHeader } from '@sanity/webhook'
import { expect, test } from 'vitest'
import { SECRET, startPublishing } from '../support/publishing.ts'

const PATH = '/api/rebuild/check'

async function startCheck() {
  const { url } = await startPublishing()
  return async (body: string, secret = SECRET) =>
    fetch(url + PATH, {
      method: 'POST',
      body,
      headers: { 'sanity-webhook-signature': await encodeSignatureHeader(body, Date.now(), secret) },
    })
}

test('the content lake hears what a release would hold back', async () => {
  const check = await startCheck()
  expect(await (await check('{"release":"spring"}')).json()).toEqual({ faults: [] })
  expect(await (await check('{"release":"broken"}')).json()).toEqual({
    faults: [
      { documentId: 'home', type: 'home', title: 'Home', path: 'title', message: '“Title” is missing.' },
    ],
  })
})

test('a caller who lacks the secret, or names no release, hears nothing', async () => {
  const check = await startCheck()
  expect((await check('{"release":"spring"}', 'guessed')).status).toBe(401)
  expect((await check('{"release":"../drafts"}')).status).toBe(400)
  expect((await check('[]')).status).toBe(400)
  expect((await check(`{"release":"${'a'.repeat(2_000)}"}`)).status).toBe(413)
})
