import type { Problem } from '../contract/problems.ts'
import type { Arrival } from '../forms/submissions.ts'
import { refused } from './answer.ts'
import { readArrival } from './arrival.ts'
import { isFormPost, readBody } from './body.ts'
import { guard } from './guard.ts'
import type { GuardOptions, NodeContext } from './guard.ts'

/** A post that may be looked at: its fields, still unchecked, and what came along. */
export interface Received {
  isForm: boolean
  fields: Readonly<Record<string, unknown>>
  arrival: Arrival
}

/** Takes in a post, or gives the answer that refuses it. */
export async function receive(c: NodeContext, options: GuardOptions): Promise<Received | Response> {
  const { headers } = c.req.raw
  const isForm = isFormPost(headers)
  const barred = await guard(c, options)
  // A foreign page is not to show ours, so it gets the problem itself.
  if (barred) return refused(isForm && barred.status !== 403, barred)
  const body = await readBody(c.req.raw)
  if ('problem' in body) return refuse(isForm, body)
  const arrival = readArrival(body, headers)
  if ('problem' in arrival) return refuse(isForm, arrival)
  return { isForm, fields: body.fields, arrival }
}

function refuse(isForm: boolean, { problem }: { problem: Problem }): Response {
  return refused(isForm, problem)
}
