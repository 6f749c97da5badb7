import { isRecord } from '../document.ts'
import { messageOf } from '../errors.ts'
import { signatureOf } from '../webhooks/call.ts'

/** Whoever shows the content, asked before a release goes live what it would break. */
export interface ReleaseChecker {
  /** Names it where its address is told later. */
  name: string
  /** Where to post; none where the address is known later than the lake is opened. */
  url?: string | undefined
  secret: string
}

/** What came of a check: why the release can't go live, or why that is not known now. */
export type Verdict =
  | { kind: 'fit' }
  | { kind: 'held'; sentence: string }
  | { kind: 'unknown'; sentence: string }

/** Checks releases before they are scheduled, and before they are published. */
export interface ReleaseCheck {
  ask: (release: string) => Promise<Verdict>
  setUrl: (name: string, url: string) => void
  /** Ends what is being asked: it is not known then. */
  close: () => void
}

const TIMEOUT_MS = 60_000
const MAX_SENTENCES = 3

/**
 * Posts `{"release": "<name>"}`, signed as a webhook's call is, and expects `{"faults": ["<sentence>"]}`. Without a
 * checker, every release is fit.
 */
export function createReleaseCheck(checker: ReleaseChecker | undefined): ReleaseCheck {
  const closing = new AbortController()
  let url = checker?.url

  async function ask(release: string): Promise<Verdict> {
    if (checker === undefined) return { kind: 'fit' }
    if (url === undefined) return unknown('the site is still starting')
    try {
      const body = JSON.stringify({ release })
      const signature = signatureOf(body, checker.secret, Date.now())
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'sanity-webhook-signature': signature },
        redirect: 'error',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (!response.ok) return unknown(`the site answered ${response.status}`)
      return verdictOf(await response.json())
    } catch (error) {
      return unknown(messageOf(error))
    }
  }

  return {
    ask,
    setUrl: (name, given) => {
      if (name === checker?.name) url = given
    },
    close: () => closing.abort(),
  }
}

function verdictOf(answer: unknown): Verdict {
  const faults = isRecord(answer) && Array.isArray(answer['faults']) ? answer['faults'] : undefined
  if (faults === undefined) return unknown('the site answered what can’t be read')
  if (faults.length === 0) return { kind: 'fit' }
  const told = faults.slice(0, MAX_SENTENCES).map(String).join(' ')
  const rest = faults.length - MAX_SENTENCES
  return { kind: 'held', sentence: rest > 0 ? `${told} And ${rest} more.` : told }
}

function unknown(reason: string): Verdict {
  return {
    kind: 'unknown',
    sentence: `The release could not be checked, as ${reason}. Try again in a moment.`,
  }
}
