import { LakeFault } from '../fault.ts'

const RETRY_SECONDS = '3'

/** The answer, or where there is too much to do at the moment, one that says when to ask again. */
export async function orLater(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof LakeFault) || error.status !== 503) throw error
    return Response.json(error, { status: 503, headers: { 'retry-after': RETRY_SECONDS } })
  }
}
