import { Hono } from 'hono'
import { ProblemError } from '../contract/problem.ts'
import { malformed } from '../contract/problems.ts'
import type { PublishApproval, PublishesAnswer, ReceiptAnswer } from '../contract/publishing.ts'
import { editorOf, type CheckEditor } from '../editors/editors.ts'
import { NO_STORE } from '../http/answers.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Audit } from '../people/audit.ts'
import type { PublishService } from './publish-service.ts'

/**
 * What the Studio shows of publishes, for editors only.
 * `GET /publishes`: what keeps the site from being as it was published.
 * `GET /publishes/:documentId`: the newest receipt, null before the first publish.
 * `GET /releases`: the last 50.
 * `GET /releases/history`: what is known of earlier ones, too.
 * `GET /releases/:id/changes`: what visitors saw change in one.
 * `POST /releases/:id/switch`: back to one of them, or forward.
 */
export function publishRoutes(
  service: PublishService,
  checkEditor: CheckEditor,
  audit: Audit | undefined,
  approval: PublishApproval = 'off',
): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .get('/publishes', async (c) => {
      await editorOf(c, checkEditor, 'see')
      const answer: PublishesAnswer = { ...(await service.publishes()), approval }
      return c.json(answer, { headers: NO_STORE })
    })
    .all('/publishes', otherMethods('GET, HEAD'))
    .get('/publishes/:documentId', async (c) => {
      await editorOf(c, checkEditor, 'see')
      const id = c.req.param('documentId')
      if (!/^[A-Za-z0-9_.-]{1,128}$/u.test(id))
        throw new ProblemError(
          malformed('A document’s id has letters, digits, dots, dashes and underscores.'),
        )
      const answer: ReceiptAnswer = { receipt: (await service.receiptOf(id)) ?? null }
      return c.json(answer, { headers: NO_STORE })
    })
    .all('/publishes/:documentId', otherMethods('GET, HEAD'))
    .get('/releases', async (c) => {
      await editorOf(c, checkEditor, 'see')
      return c.json(await service.releases(), { headers: NO_STORE })
    })
    .all('/releases', otherMethods('GET, HEAD'))
    .get('/releases/history', async (c) => {
      await editorOf(c, checkEditor, 'see')
      return c.json(await service.history(), { headers: NO_STORE })
    })
    .all('/releases/history', otherMethods('GET, HEAD'))
    .get('/releases/:id/changes', async (c) => {
      await editorOf(c, checkEditor, 'see')
      return c.json(await service.changes(c.req.param('id')), { headers: NO_STORE })
    })
    .all('/releases/:id/changes', otherMethods('GET, HEAD'))
    .post('/releases/:id/switch', async (c) => {
      const { name: editor } = await editorOf(c, checkEditor, 'administer')
      const id = c.req.param('id')
      const made = await service.madeAt(id)
      const work = () => service.switchTo(id)
      // What is no release can't be switched to, and is nothing to write down.
      if (!audit || made === null) return c.json(await work(), { headers: NO_STORE })
      const detail = `Switched the site to the version of ${made.slice(0, 16).replace('T', ' ')} UTC`
      return c.json(await audit.record({ editor, action: 'switch', detail }, work), { headers: NO_STORE })
    })
    .all('/releases/:id/switch', otherMethods('POST'))
}
