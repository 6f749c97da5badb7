/** Posts JSON to a hook. Returns the status of its answer, or undefined when none came. */
export async function postJson(url: string, body: unknown, timeoutMs: number): Promise<number | undefined> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      // Redirects are not followed: the secret in the address is not for whoever answers elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return status
  } catch {
    return undefined
  }
}

/** Whether a repeat of a post that got this answer may end better. */
export function mayPass(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500
}
