import { Hono, type Handler, type MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { readSignals } from '../contract/forms.ts'
import { ProblemError, type Problem } from '../contract/problem.ts'
import {
  botCheckFailed,
  foreignOrigin,
  malformed,
  problemOf,
  rateLimited,
  tooLarge,
} from '../contract/problems.ts'
import { NO_STORE } from '../http/answers.ts'
import { checkValues, isFormPost, readFields, type Fields } from '../http/body.ts'
import { addressOf, type NodeContext, type NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { isOwnOrigin } from '../http/own-origin.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Arrival } from './submissions.ts'

export interface FormPostOptions {
  /** Public origin of the pages; none if it is wherever the server listens. */
  siteUrl: string | undefined
  rateLimit: RateLimit
  /** How many proxies stand in front; 0 ignores forwarded addresses. */
  trustedProxies: number
  /** Called for each answered post. */
  onPost: OnPost
}

/** `form` is its route's name. */
type OnPost = (form: string, status: number, seconds: number) => void

/** The page that answers a form without scripts, with the anchor of the part to show. */
type ResultPage = `/${'received' | 'not-sent'}${'' | `#${string}`}`

/** Stores a valid post. Once this resolves, it is on disk. @throws ProblemError if it could not be stored */
type StorePost<Values> = (values: Values, arrival: Arrival, c: NodeContext) => Promise<ResultPage>

/** `POST /<name>`: takes the posts of one form. */
export function formRoute<Values>(
  name: 'waitlist' | 'contact',
  schema: z.ZodType<Values>,
  options: FormPostOptions,
  store: StorePost<Values>,
): Hono<NodeEnv> {
  const path = `/${name}`
  return new Hono<NodeEnv>()
    .post(path, timePosts(name, options.onPost), refuseByPage, formPost(schema, options, store))
    .all(path, otherMethods('POST'))
}

/** A post's way from its arrival to its answer. Each step throws the problem that ends it. */
function formPost<Values>(
  schema: z.ZodType<Values>,
  options: FormPostOptions,
  store: StorePost<Values>,
): Handler<NodeEnv> {
  return async (c) => {
    const { raw } = c.req
    const isForm = isFormPost(raw.headers)
    if (!isOwnOrigin(raw, options.siteUrl)) throw new ProblemError(foreignOrigin)
    await checkRate(c, options)
    const fields = await readFields(raw)
    const arrival = readArrival(fields, raw.headers, isForm)
    const values = checkValues(schema, fields)
    const page = await store(values, arrival, c)
    return isForm ? redirectTo(page) : storedResponse()
  }
}

/** Shows a page for the problem that refused a form without scripts. Scripts read the problem itself. */
const refuseByPage: MiddlewareHandler<NodeEnv> = async (c, next) => {
  await next()
  if (!c.error || !isFormPost(c.req.raw.headers)) return
  const problem = problemOf(c.error)
  // A page of another site must not lead to ours.
  if (problem === foreignOrigin) return
  // Otherwise Hono keeps the headers of the answer that this one replaces.
  c.res = undefined
  c.res = redirectTo(pageOf(problem))
}

function timePosts(form: string, onPost: OnPost): MiddlewareHandler<NodeEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    // A page that says why nothing was stored has the status of a redirect.
    const { status } = c.error ? problemOf(c.error) : c.res
    onPost(form, status, (performance.now() - start) / 1_000)
  }
}

async function checkRate(c: NodeContext, options: FormPostOptions): Promise<void> {
  const wait = await options.rateLimit(addressOf(c, options.trustedProxies))
  if (wait !== undefined) throw new ProblemError(rateLimited(wait))
}

function readArrival(fields: Fields, headers: Headers, isForm: boolean): Arrival {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x21-\x7E]{1,200}$/u.test(key))
    throw new ProblemError(malformed('An Idempotency-Key has 1 to 200 visible ASCII characters.'))
  const { suspected, age } = readSignals(headers, fields)
  // A form without scripts has no outbox: somebody has just filled it in.
  return { idempotencyKey: key ?? undefined, suspected, age: age ?? (isForm ? 0 : undefined) }
}

/** The same for new and known addresses, so that it tells nobody which are known. */
function storedResponse(): Response {
  return Response.json({ status: 'stored' }, { status: 201, headers: NO_STORE })
}

/** The page that says what to do: run the bot check, try again later, or mend a field. */
function pageOf(problem: Problem): ResultPage {
  if (problem === botCheckFailed) return '/not-sent#bot-check'
  if (problem.retryAfter !== undefined || problem.status >= 500) return '/not-sent#later'
  // Of the fields that can be sent without scripts, only the use case takes so long a text.
  if (problem === tooLarge) return '/not-sent#useCase'
  const field = problem.errors?.[0]?.field
  return field === undefined ? '/not-sent' : `/not-sent#${field}`
}

function redirectTo(location: ResultPage): Response {
  return new Response(null, { status: 303, headers: { location, ...NO_STORE } })
}
