/** For an answer that is made for one request. */
export const NO_STORE = { 'cache-control': 'no-store' } as const

/** Breaks an answer off. Under Node’s own code for that, the server does not log it as its fault. */
export function brokenOff(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
}

/**
 * A refusal at an address of the content lake, in the shape of Sanity's own answers: Studio and clients know no other.
 */
export function lakeError(
  statusCode: number,
  type: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { statusCode, error: { type, description } },
    { status: statusCode, headers: { ...NO_STORE, ...headers } },
  )
}
