import { expect, test } from 'vitest'
import { ProblemError } from '../../../api/contract/problem.ts'
import { lakeAway } from '../../../api/contract/problems.ts'
import type { CheckEditor } from '../../../api/editors/editors.ts'
import type { Inbox } from '../../../api/submissions/inbox.ts'
import { submissionRoutes } from '../../../api/submissions/submission-routes.ts'
import { openPeopleHere } from '../support/people.ts'

async function* pieces() {
  for (const text of ['one,', 'two,', 'three']) yield await Promise.resolve({ text })
}

/** Begins an export, and gives what reads it on. */
async function beginExport(checkEditor: CheckEditor, cookie: string) {
  const inbox = { export: () => Promise.resolve(pieces()) } as unknown as Inbox
  const sent = { method: 'POST', headers: { cookie }, body: JSON.stringify({ format: 'csv' }) }
  const routes = submissionRoutes(inbox, checkEditor)
  const answer = await routes.request('http://localhost/submissions/export', sent, {})
  expect(answer.status).toBe(200)
  return async () => {
    let text = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
    return text
  }
}

test('an export that is read slowly ends with its reader’s session', async () => {
  const { signIn, people, checkEditor } = await openPeopleHere()
  await signIn('Ada', 'administrator')
  const { person, cookie } = await signIn('Bob', 'editor')
  const readOn = await beginExport(checkEditor, cookie)
  await people.changeAccess(person.id, 'none', 'Ada')
  await expect(readOn()).rejects.toThrow('revoked')
})

test('an export goes on while it can’t be looked up who reads it', async () => {
  const { signIn, checkEditor } = await openPeopleHere()
  const { cookie } = await signIn('Bob', 'editor')
  let isAway = false
  const readOn = await beginExport(
    (...asked) => (isAway ? Promise.reject(new ProblemError(lakeAway)) : checkEditor(...asked)),
    cookie,
  )
  isAway = true
  expect(await readOn()).toBe('one,two,three')
})
