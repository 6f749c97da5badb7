import { z } from 'zod'
import { ProblemError } from '../contract/problem.ts'
import { lakeAway, tooManyTokens } from '../contract/problems.ts'
import { callerOf, type Caller } from '../http/client-address.ts'
import { allow, refused, UNNAMED, user, type CheckEditor } from './editors.ts'

/** The content lake, as far as it knows its editors. */
export interface Lake {
  fetch(request: Request, sender: Caller): Promise<Response>
}

/** In ms, as the lake may be busy for longer than Sanity's servers ever are, and one that hangs is ended after 40 s. */
const LAKE_TIMEOUT_MS = 20_000

/** The headers that tell the lake who makes a request, and from where. */
const TELLING = ['authorization', 'cookie', 'origin', 'sec-fetch-site']

/** Editors of the local content lake: those whom the lake, by its own rules, tells who they are. */
export function lakeEditors(lake: Lake, trustedProxies: number, timeoutMs = LAKE_TIMEOUT_MS): CheckEditor {
  return async ({ url, headers }, permission, socketAddress) => {
    const known = TELLING.map((name) => [name, headers.get(name)] as const)
    const told = known.filter((pair): pair is [string, string] => pair[1] !== null)
    const asking = new Request(new URL('/v1/users/me', url), { headers: told })
    const sender = callerOf(headers, socketAddress, trustedProxies)
    const answer = await within(timeoutMs, async () => readAnswer(await lake.fetch(asking, sender)))
    if (answer?.editor) return allow(answer.editor, permission)
    if (!answer?.fault || answer.status >= 500) throw new ProblemError(lakeAway)
    const { description, retryAfter } = answer.fault
    if (answer.status === 429) throw new ProblemError(tooManyTokens(description, retryAfter ?? 1))
    throw refused(answer.status === 401 ? 401 : 403, description)
  }
}

const lakeFault = z.object({
  error: z.object({ description: z.string(), retryAfter: z.number().optional() }),
})

async function readAnswer(answer: Response) {
  const { ok, status } = answer
  const said: unknown = await answer.json().catch(() => undefined)
  if (ok) {
    // A sign-in page would be a 200, too, and is refused here.
    const { name = UNNAMED, role = 'editor' } = user.parse(said)
    return { status, editor: { name, role } }
  }
  return { status, fault: lakeFault.parse(said).error }
}

/** What was asked for, or nothing if it failed or is not there in time. */
async function within<Value>(ms: number, ask: () => Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([ask().catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
