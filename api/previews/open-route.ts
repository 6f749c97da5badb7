import { Hono } from 'hono'
import type { OpenedPreview } from '../contract/previews.ts'
import { editorOf, type CheckEditor } from '../editors/editors.ts'
import { NO_STORE } from '../http/answers.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Previews } from './previews.ts'

/** `POST /open`: where the editor who asks may look at drafts, comparisons and releases, for an hour. */
export function openRoutes(previews: Previews, checkEditor: CheckEditor): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .post('/open', async (c) => {
      await editorOf(c, checkEditor, 'see')
      const answer: OpenedPreview = { base: await previews.open(c.req.raw.headers) }
      return c.json(answer, { headers: NO_STORE })
    })
    .all('/open', otherMethods('POST'))
}
