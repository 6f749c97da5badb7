import { expect, onTestFinished, test, vi } from 'vitest'
import { onRefusedEdit, tellIfRefused } from '../../../studio/local/refused-edits.ts'

const ACTIONS = 'http://127.0.0.1:3000/v2025-02-19/data/actions/production'
const EDIT = `${ACTIONS}?tag=sanity.studio.document.commit`
const refusal = (statusCode: number) =>
  Response.json({ statusCode, error: { description: 'No.' } }, { status: statusCode })

async function told(address: string, response: Response): Promise<unknown[]> {
  const listener = vi.fn<(reason: string) => void>()
  onTestFinished(onRefusedEdit(listener))
  await tellIfRefused(new URL(address), response)
  return listener.mock.calls.flat()
}

test.each([400, 403, 413, 422])('tells of an edit that is refused for good: %i', async (status) => {
  const response = refusal(status)
  expect(await told(EDIT, response)).toEqual(['No.'])
  expect(await response.json()).toMatchObject({ error: { description: 'No.' } })
})

test.each([
  ['that was stored', EDIT, Response.json({ transactionId: 'a' })],
  ['that meets a publish', EDIT, refusal(409)],
  ['whose editor is to sign in again', EDIT, refusal(401)],
  ['that a proxy refused', EDIT, new Response('<h1>Forbidden</h1>', { status: 403 })],
  ['that is none', `${ACTIONS}?tag=sanity.studio.document.publish`, refusal(403)],
])('tells of no edit %s', async (_, address, response) => {
  expect(await told(address, response)).toEqual([])
})
