import { Hono } from 'hono'
import type { z } from 'zod'
import { invitation, linkRequest, PERSON_ID, roleRequest, type PeopleAnswer } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { malformed, notFound } from '../contract/problems.ts'
import { editorOf, editorWith, type CheckEditor, type Editor } from '../editors/editors.ts'
import { NO_STORE } from '../http/answers.ts'
import { readValues } from '../http/body.ts'
import type { NodeContext, NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { People } from './people.ts'

const MAX_BODY = 4_096

/** The answer of a server where nobody signs in. */
const OFF: PeopleAnswer = { isOn: false, mails: false, people: [] }

/**
 * Who edits this site, for administrators. `GET /people`: all of them. `POST /people`: takes somebody in. `PUT
 * /people/:id/role`, `POST /people/:id/link`, `POST /people/:id/revoke`, `POST /people/:id/erase`.
 * @param people undefined if nobody signs in here
 */
export function peopleRoutes(people: People | undefined, checkEditor: CheckEditor): Hono<NodeEnv> {
  function admit(c: NodeContext): Promise<Editor> {
    return editorOf(c, checkEditor, 'administer')
  }
  function admitWith<Values>(c: NodeContext, schema: z.ZodType<Values>) {
    return editorWith(c, checkEditor, 'administer', (request) => readValues(request, schema, MAX_BODY))
  }
  return new Hono<NodeEnv>()
    .get('/people', async (c) => {
      await admit(c)
      return c.json(people ? await people.list() : OFF, { headers: NO_STORE })
    })
    .post('/people', async (c) => {
      const { editor, values } = await admitWith(c, invitation)
      return c.json(await present(people).invite(values, editor.name), { status: 201, headers: NO_STORE })
    })
    .all('/people', otherMethods('GET, HEAD, POST'))
    .put('/people/:id/role', async (c) => {
      const { editor, values } = await admitWith(c, roleRequest)
      return c.json(await present(people).changeAccess(idIn(c.req.param('id')), values.role, editor.name), {
        headers: NO_STORE,
      })
    })
    .all('/people/:id/role', otherMethods('PUT'))
    .post('/people/:id/link', async (c) => {
      const { editor, values } = await admitWith(c, linkRequest)
      return c.json(await present(people).sendLink(idIn(c.req.param('id')), values.by, editor.name), {
        headers: NO_STORE,
      })
    })
    .all('/people/:id/link', otherMethods('POST'))
    .post('/people/:id/revoke', async (c) => {
      const { name: by } = await admit(c)
      return c.json(await present(people).changeAccess(idIn(c.req.param('id')), 'none', by), {
        headers: NO_STORE,
      })
    })
    .all('/people/:id/revoke', otherMethods('POST'))
    .post('/people/:id/erase', async (c) => {
      const { name: by } = await admit(c)
      return c.json(await present(people).erase(idIn(c.req.param('id')), by), { headers: NO_STORE })
    })
    .all('/people/:id/erase', otherMethods('POST'))
}

/** @throws ProblemError if there is nothing to sign in for */
function present(people: People | undefined): People {
  if (people) return people
  throw new ProblemError(
    malformed('Nobody has to sign in here. Start the site with a LAKE_TOKEN to give people names and roles.'),
  )
}

/** @throws ProblemError 404 for a text that is no id: databases refuse some texts */
function idIn(text: string): string {
  if (!PERSON_ID.test(text)) throw new ProblemError(notFound)
  return text
}
