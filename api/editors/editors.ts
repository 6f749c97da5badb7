import { z } from 'zod'
import { PERSON_ROLES, type PersonRole } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { notAllowed } from '../contract/problems.ts'
import { socketAddressOf, type NodeContext } from '../http/client-address.ts'

/**
 * What a role may: see how publishes went, work with what visitors sent, or what is an administrator's: change which
 * version is served, share with others, erase, and say who may come in.
 */
type Permission = 'see' | 'submissions' | 'administer'

/** Of a hosted project, viewers are whoever may not edit everything. */
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

/** The one place where a role is asked. @throws ProblemError 403 for what is not the editor's */
export function allow(editor: Editor, permission: Permission): Editor {
  if (MAY[editor.role].includes(permission)) return editor
  throw refused(403, REFUSALS[permission])
}

/**
 * Lets a request of an editor pass, and says who it is.
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

/** How long Sanity or the content lake may take to say who an editor is, in ms. */
export const TIMEOUT_MS = 5_000

/** Stands in for an editor whose name is not told. */
export const UNNAMED = 'An editor'

/** What the content lake and Sanity say of the caller. */
export const user = z.object({
  id: z.string().min(1),
  name: z.string().min(1).optional(),
  role: z.enum(PERSON_ROLES).optional().catch(undefined),
})

/** The refusal of a caller: 401 where signing in would help. */
export function refused(status: 401 | 403, detail: string): ProblemError {
  return new ProblemError(notAllowed(status, detail))
}
