import { z } from 'zod'
import { PERSON_ROLES, type PersonRole } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { notAllowed } from '../contract/problems.ts'
import { socketAddressOf, type NodeContext } from '../http/client-address.ts'

/**
 * What a role may do. `see`: how publishes went. `submissions`: work with what visitors sent. `administer`: switch the
 * site to another version, share drafts, erase, and decide who may sign in.
 */
type Permission = 'see' | 'submissions' | 'administer'

/** In a hosted project, whoever may not edit everything is a viewer. */
export type EditorRole = PersonRole | 'viewer'

/** Who edits, as the content lake or Sanity calls them. */
export interface Editor {
  name: string
  role: EditorRole
}

/** What each role may. */
const MAY: Readonly<Record<EditorRole, readonly Permission[]>> = {
  administrator: ['see', 'submissions', 'administer'],
  editor: ['see', 'submissions'],
  viewer: ['see'],
}

const REFUSALS: Readonly<Record<Permission, string>> = {
  see: 'This is for the editors of this site.',
  submissions: 'What people sent is for administrators and editors. Ask one of them.',
  administer: 'This needs an administrator. Ask one of them to do it. Nothing was changed.',
}

/** The one place that checks a role. @throws ProblemError 403 if the editor may not do this */
export function allow(editor: Editor, permission: Permission): Editor {
  if (MAY[editor.role].includes(permission)) return editor
  throw refused(403, REFUSALS[permission])
}

/**
 * Lets an editor's request pass, and returns the editor.
 * @param socketAddress the address at the other end of its connection
 * @throws ProblemError that says why it is not an editor's
 */
export type CheckEditor = (
  request: Request,
  permission: Permission,
  socketAddress?: string,
) => Promise<Editor>

/** The editor whose request this is. @throws ProblemError that says why it may not pass */
export function editorOf(c: NodeContext, checkEditor: CheckEditor, permission: Permission): Promise<Editor> {
  return checkEditor(c.req.raw, permission, socketAddressOf(c))
}

/**
 * The editor whose request this is, and what its body holds. The body may take its time, so the editor is asked for
 * again once it is there: who was revoked meanwhile does nothing any more.
 * @throws ProblemError that says why it may not pass, or what is wrong with the body
 */
export async function editorWith<Values>(
  c: NodeContext,
  checkEditor: CheckEditor,
  permission: Permission,
  read: (request: Request) => Promise<Values>,
): Promise<{ editor: Editor; values: Values }> {
  await editorOf(c, checkEditor, permission)
  const values = await read(c.req.raw)
  return { editor: await editorOf(c, checkEditor, permission), values }
}

/** How long Sanity, or a content lake of another server, may take to name an editor, in ms. */
export const TIMEOUT_MS = 5_000

/** Stands in for an editor whose name is not told. */
export const UNNAMED = 'An editor'

/** What the content lake and Sanity say of the caller. */
export const user = z.object({
  id: z.string().min(1),
  name: z.string().min(1).optional(),
  role: z.enum(PERSON_ROLES).optional().catch(undefined),
})

/** Whether somebody is no editor, or may not do this; any other error leaves that open. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && [401, 403].includes(error.problem.status)
}

/** The refusal of a caller: 401 where signing in would help. */
export function refused(status: 401 | 403, detail: string): ProblemError {
  return new ProblemError(notAllowed(status, detail))
}
