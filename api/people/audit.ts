import { Hono } from 'hono'
import { z } from 'zod'
import type { AuditLine } from '../contract/audit.ts'
import { ProblemError } from '../contract/problem.ts'
import { malformed } from '../contract/problems.ts'
import { editorOf, type CheckEditor } from '../editors/editors.ts'
import { NO_STORE } from '../http/answers.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import type { Call } from '../store/operations.ts'
import type { Act } from '../store/people/audit.ts'
import type { Hook } from '../store/publishing/publish-hooks.ts'

/** The list of acts that others have to trust in. Calls reject with what the database says. */
export interface Audit {
  /** Writes an act down, then does it, so that no act lacks its line. If it fails, a second line says so. */
  record<Value>(act: Omit<Act, 'reason'>, work: () => Promise<Value>): Promise<Value>
  /** Writes down what was done already. An act of the same `key` gets no second line. */
  note(act: Act, key: string, at: number): Promise<void>
  /** The last 200, or the last before a line by its id, the latest first. */
  lines(before?: string): Promise<AuditLine[]>
}

/** An answer may be lost on its way: the act may be done nevertheless. */
const FAILED = 'It failed, or nobody heard how it ended.'

export function createAudit(call: Call, now = Date.now): Audit {
  return {
    record: async (act, work) => {
      await call('writeAudit', { ...act, reason: '' }, now())
      try {
        return await work()
      } catch (error) {
        // What it failed at is told even if that can't be written down.
        await call('writeAudit', { ...act, reason: FAILED }, now()).catch(() => undefined)
        throw error
      }
    },
    note: (act, key, at) => call('writeAuditOnce', act, key, at),
    lines: (before) => call('auditLines', before),
  }
}

const lineId = z.uuid().optional()

/** `GET /audit`: the last 200 lines, or with `?before=ID` the 200 before that one, for administrators. */
export function auditRoutes(audit: Audit, checkEditor: CheckEditor): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .get('/audit', async (c) => {
      await editorOf(c, checkEditor, 'administer')
      const { data: before, error } = lineId.safeParse(c.req.query('before'))
      if (error) throw new ProblemError(malformed('before must be the id of a line.'))
      return c.json(await audit.lines(before), { headers: NO_STORE })
    })
    .all('/audit', otherMethods('GET, HEAD'))
}

/**
 * Writes down who published settings, which only the content can tell. Rejects while it can't be asked: a line can't be
 * corrected later, and the webhook is repeated.
 */
export function noteSettings(
  audit: Audit,
  { authorsOf }: { authorsOf?: (document: string, revision: string) => Promise<string[]> },
): (hook: Hook) => Promise<void> {
  return async ({ document, revision, publishedAt }) => {
    const names = (revision === null ? undefined : await authorsOf?.(document, revision)) ?? []
    const editor = names.join(', ') || 'Not known'
    const detail = revision === null ? 'Deleted settings' : 'Published settings'
    const key = `${document} ${revision} ${publishedAt}`
    await audit.note({ editor, action: 'settings', detail, reason: '' }, key, Date.parse(publishedAt))
  }
}
