import type { Challenge } from 'altcha-lib'

/** Tells people's posts from robots'. */
export interface BotCheck {
  /**
   * Returns the token's nonce, which the caller stores so that the token works once. @throws ProblemError if the token
   * proves nothing, or can't be verified now
   */
  verify(token: string): Promise<string>
  /** The task that a browser solves, where the check is our own. Rejects when it can't be signed now. */
  challenge?(): Promise<Challenge>
}
