import { Hono } from 'hono'
import { z } from 'zod'
import { isOwnPath } from '../contract/addresses.ts'
import { counted } from '../contract/amounts.ts'
import { MAX_RECIPIENT } from '../contract/limits.ts'
import type { MadeShare, ShareRecord } from '../contract/previews.ts'
import { ProblemError } from '../contract/problem.ts'
import { notFound } from '../contract/problems.ts'
import { hasControls, isBroken } from '../contract/readable.ts'
import { editorOf, editorWith, type CheckEditor } from '../editors/editors.ts'
import { NO_STORE } from '../http/answers.ts'
import { readValues } from '../http/body.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Audit } from '../people/audit.ts'
import type { NewShare, Previews } from './previews.ts'

const MAX_BODY = 4_096

/** To somebody whose list is older than what another administrator did. */
const endedMeanwhile = {
  ...notFound,
  detail: 'Somebody else withdrew this link meanwhile, or it has ended. It no longer works.',
}

const shareRequest = z
  .object({
    perspective: z.enum(['drafts', 'document'], { error: 'perspective must be "drafts" or "document".' }),
    document: z
      .string()
      .regex(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/u, 'document must be the id of a document.')
      .refine(
        (id) => !/^(drafts|versions)\./u.test(id),
        'document must be the published id, without "drafts.".',
      )
      .optional(),
    path: z
      .string()
      .max(300)
      .refine(isOwnPath, 'path must be a path of this site, such as /platform.')
      .default('/'),
    days: z
      .int({ error: 'days must be a whole number from 1 to 90.' })
      .min(1, 'days must be a whole number from 1 to 90.')
      .max(90, 'days must be a whole number from 1 to 90.')
      .default(7),
    recipient: z
      .string()
      .trim()
      .max(MAX_RECIPIENT, `recipient must be ${MAX_RECIPIENT} characters at most.`)
      .refine(
        (text) => !isBroken(text) && !hasControls(text, 'line'),
        'recipient must have no control characters.',
      )
      .default(''),
  })
  .refine(({ perspective, document }) => perspective === 'drafts' || document !== undefined, {
    path: ['document'],
    error: 'document must be the id of the document whose draft the link shows.',
  })

/**
 * Links for people without an account, made by editors.
 * `POST /preview/shares`: makes one and tells its address this once. `GET /preview/shares`: those that work.
 * `DELETE /preview/shares/:id`: revokes one, for good, and tells those that are left.
 */
export function shareRoutes(
  previews: Previews,
  checkEditor: CheckEditor,
  audit: Audit | undefined,
): Hono<NodeEnv> {
  function record<Value>(editor: string, detail: string, work: () => Promise<Value>): Promise<Value> {
    return audit ? audit.record({ editor, action: 'share', detail }, work) : work()
  }

  return new Hono<NodeEnv>()
    .get('/preview/shares', async (c) => {
      await editorOf(c, checkEditor, 'see')
      return c.json((await previews.shares()).map(inWords), { headers: NO_STORE })
    })
    .post('/preview/shares', async (c) => {
      const { editor, values } = await editorWith(c, checkEditor, 'administer', (request) =>
        readValues(request, shareRequest, MAX_BODY),
      )
      const { perspective, document, ...rest } = values
      const scope =
        perspective === 'document' && document !== undefined
          ? { perspective, document }
          : ({ perspective: 'drafts' } as const)
      const what = perspective === 'document' ? 'the draft of one document' : 'all drafts'
      const detail = `Shared ${what} for ${counted(rest.days, 'day')}`
      const made = await record(editor.name, detail, () => previews.share({ scope, ...rest }))
      const answer: MadeShare = { ...inWords(made.share), url: made.path }
      return c.json(answer, { status: 201, headers: NO_STORE })
    })
    .all('/preview/shares', otherMethods('GET, HEAD, POST'))
    .delete('/preview/shares/:id', async (c) => {
      const { name: editor } = await editorOf(c, checkEditor, 'administer')
      const id = c.req.param('id')
      const share = (await previews.shares()).find((one) => one.id === id)
      if (!share) throw new ProblemError(endedMeanwhile)
      await record(editor, 'Withdrew a link to drafts', () => previews.revoke(id))
      return c.json((await previews.shares()).map(inWords), { headers: NO_STORE })
    })
    .all('/preview/shares/:id', otherMethods('DELETE'))
}

function inWords({ createdAt, expiresAt, ...share }: NewShare['share']): ShareRecord {
  return {
    ...share,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}
