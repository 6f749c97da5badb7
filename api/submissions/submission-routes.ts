import { Hono } from 'hono'
import type { z } from 'zod'
import { campaignRequest } from '../contract/campaigns.ts'
import { ProblemError } from '../contract/problem.ts'
import { notFound } from '../contract/problems.ts'
import {
  countsRequest,
  erasure,
  exportRequest,
  redelivery,
  noteRequest,
  SUBMISSION_ID,
  submissionSearch,
} from '../contract/submissions.ts'
import { editorOf, editorWith, isRefusal, type CheckEditor, type Editor } from '../editors/editors.ts'
import { brokenOff, NO_STORE } from '../http/answers.ts'
import { checkValues, readValues } from '../http/body.ts'
import type { NodeContext, NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Inbox } from './inbox.ts'

const MAX_BODY = 32_768

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/**
 * What visitors sent, for editors only.
 * `POST /submissions/search`: a page of those that match. `GET /submissions/news`: whether something came in.
 * `GET /submissions/counts`: sign-ups and messages by day, company size, source and page.
 * `POST /submissions/campaign`: the same of some pages, each within a time of its own, by source and page.
 * `POST /submissions/export`: all of it. `GET /submissions/:id`: one with its whole story.
 * `POST /submissions/:id/redeliver`, `PUT /submissions/:id/note`, `POST /submissions/:id/erase`.
 */
export function submissionRoutes(inbox: Inbox, checkEditor: CheckEditor): Hono<NodeEnv> {
  /** Names and addresses of visitors are for those who answer them, not for viewers. */
  function admit(c: NodeContext): Promise<Editor> {
    return editorOf(c, checkEditor, 'submissions')
  }
  function admitWith<Values>(
    c: NodeContext,
    schema: z.ZodType<Values>,
    permission: 'submissions' | 'administer' = 'submissions',
  ) {
    return editorWith(c, checkEditor, permission, (request) => readValues(request, schema, MAX_BODY))
  }
  return (
    new Hono<NodeEnv>()
      // A search may hold somebody's address, and many logs keep the URLs of requests.
      .post('/submissions/search', async (c) => {
        const { values } = await admitWith(c, submissionSearch)
        return c.json(await inbox.search(values), { headers: NO_STORE })
      })
      .all('/submissions/search', otherMethods('POST'))
      .get('/submissions/news', async (c) => {
        await admit(c)
        return c.json(await inbox.news(idIn(c.req.query('seen') ?? '')), { headers: NO_STORE })
      })
      .all('/submissions/news', otherMethods('GET, HEAD'))
      .get('/submissions/counts', async (c) => {
        await admit(c)
        const { days } = checkValues(countsRequest, { days: c.req.query('days') })
        return c.json(await inbox.counts(days), { headers: NO_STORE })
      })
      .all('/submissions/counts', otherMethods('GET, HEAD'))
      // In a body, as a campaign may have many pages.
      .post('/submissions/campaign', async (c) => {
        const { values } = await admitWith(c, campaignRequest)
        return c.json(await inbox.campaign(values.windows), { headers: NO_STORE })
      })
      .all('/submissions/campaign', otherMethods('POST'))
      .post('/submissions/export', async (c) => {
        const { editor, values } = await admitWith(c, exportRequest)
        const { format } = values
        const name = `submissions-${new Date().toISOString().slice(0, 10)}.${format}`
        const pieces = await inbox.export(format, editor)
        const body = streamOf(pieces, () => admit(c))
        return new Response(body, {
          headers: {
            ...NO_STORE,
            'content-type': TYPES[format],
            'content-disposition': `attachment; filename="${name}"`,
          },
        })
      })
      .all('/submissions/export', otherMethods('POST'))
      .get('/submissions/:id', async (c) => {
        await admit(c)
        return c.json(await inbox.story(idIn(c.req.param('id'))), { headers: NO_STORE })
      })
      .all('/submissions/:id', otherMethods('GET, HEAD'))
      .post('/submissions/:id/redeliver', async (c) => {
        const { values } = await admitWith(c, redelivery)
        return c.json(await inbox.redeliver(idIn(c.req.param('id')), values.channel), { headers: NO_STORE })
      })
      .all('/submissions/:id/redeliver', otherMethods('POST'))
      .put('/submissions/:id/note', async (c) => {
        const { editor, values } = await admitWith(c, noteRequest)
        return c.json(await inbox.writeNote(idIn(c.req.param('id')), values, editor), { headers: NO_STORE })
      })
      .all('/submissions/:id/note', otherMethods('PUT'))
      .post('/submissions/:id/erase', async (c) => {
        const { editor, values } = await admitWith(c, erasure, 'administer')
        return c.json(await inbox.erase(idIn(c.req.param('id')), values.reason, editor), {
          headers: NO_STORE,
        })
      })
      .all('/submissions/:id/erase', otherMethods('POST'))
  )
}

/** @throws ProblemError 404 for a text that is no id: databases refuse some texts */
function idIn(text: string): string {
  if (!SUBMISSION_ID.test(text)) throw new ProblemError(notFound)
  return text
}

/**
 * Reads no faster than the client does. That may take hours, and whoever is revoked meanwhile gets no more of it.
 * @param admit rejects with a refusal once the client may read no more
 */
function streamOf(
  pieces: AsyncGenerator<{ text: string }>,
  admit: () => Promise<unknown>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      await admit().catch((error: unknown) => {
        if (isRefusal(error)) throw brokenOff('Its reader was revoked.')
      })
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value.text))
    },
    cancel: () => pieces.return(undefined).then(() => undefined),
  })
}
