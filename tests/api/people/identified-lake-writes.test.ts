import { expect, test } from 'vitest'
import { z } from 'zod'
import { openPeopleHere, ORIGIN } from '../support/people.ts'
import { slowBody } from '../support/slow-body.ts'

function patchOf(id: string, field: string) {
  return { mutations: [{ patch: { id, set: { [field]: 'Another' } } }] }
}

test.for([
  ['is revoked', 'none', patchOf('home', 'title')],
  ['loses the role', 'editor', patchOf('settings', 'brand')],
] as const)('nothing is written for whoever %s while what they write arrives', async ([, access, edit]) => {
  const { signIn, lake, people, askLake } = await openPeopleHere()
  const ada = await signIn('Ada', 'administrator')
  const { person, cookie } = await signIn('Bob', 'administrator')
  const ids = edit.mutations.map(({ patch }) => patch.id)
  const revisions = async () => {
    const answer = await askLake(`/v2025-02-19/data/doc/production/${ids.join()}`, { cookie: ada.cookie })
    return z.object({ documents: z.array(z.object({ _rev: z.string() })) }).parse(await answer.json())
  }
  const before = await revisions()
  const headers = { cookie, 'content-type': 'application/json' }
  const body = slowBody(edit, () => people.changeAccess(person.id, access, 'Ada'))
  // Required by `Request` for a body that arrives in parts.
  const sent = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await lake.fetch(new Request(`${ORIGIN}/v2025-02-19/data/mutate/production`, sent), {
    forwarded: false,
    address: '127.0.0.1',
  })
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('Nothing was changed')])
  expect(await revisions()).toEqual(before)
})
