import type { Challenge } from 'altcha-lib'

/**
 * What a token proves. `nonce` names the proof, so that it can be used once;
 * `unreachable` means that nobody can tell now, which is never a pass.
 */
export type BotVerdict = { ok: true; nonce: string } | { ok: false; reason: 'refused' | 'unreachable' }

/** Tells people's posts from robots'. */
export interface BotCheck {
  verify(token: string): Promise<BotVerdict>
  /** The task that a browser solves, where the check is our own. Rejects when it can't be signed now. */
  challenge?(): Promise<Challenge>
}
