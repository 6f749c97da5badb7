const USER_PATH = /^\/v[\dX-]+\/users\/me$/
const LOGOUT_PATH = /^\/v[\dX-]+\/auth\/logout$/

/** Attempts a request to this path of the lake, and retries once there is a session. */
export type WithSession = (path: string, attempt: () => Promise<Response>) => Promise<Response>

/**
 * Holds back requests that the lake refuses after an editor's session has ended, and asks for the token: the Studio
 * would drop what was typed last. Before anybody has signed in, the Studio itself asks for it.
 * @param askForToken resolves when there is a session again
 */
export function keepSession(askForToken: () => Promise<void>): WithSession {
  let isSignedIn = false
  let asking: Promise<void> | undefined
  let sessions = 0

  return async (path, attempt) => {
    for (;;) {
      const session = sessions
      const response = await attempt()
      if (LOGOUT_PATH.test(path)) isSignedIn = false
      else if (response.ok && USER_PATH.test(path)) isSignedIn = true
      if (response.status !== 401 || !isSignedIn) return response
      // A late answer may be older than the new session.
      if (session !== sessions) continue
      asking ??= askForToken().finally(() => {
        sessions += 1
        asking = undefined
      })
      await asking
    }
  }
}
