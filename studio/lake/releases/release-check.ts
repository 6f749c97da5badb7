import { isRecord } from '../document.ts'
import { messageOf } from '../errors.ts'
import { signatureOf } from '../webhooks/call.ts'

/** Whoever renders the content, and says before a release goes live what it would break. */
export interface ReleaseChecker {
  /** Name by which its address can be set later. */
  name: string
  /** Where to post; none where the address is known later than the lake is opened. */
  url?: string | undefined
  secret: string
}

/** What a release would break, as a sentence for editors, and in which document, if one is to blame. */
export interface ReleaseFault {
  message: string
  documentId?: string
  type?: string
  /** What editors call the document. */
  title?: string
  /** Path of the field, as the Studio spells it. */
  path?: string
}

/** The result of a check: fit, or why the release can't go live, or why that is unknown. */
export type Verdict =
  | { kind: 'fit' }
  | { kind: 'held'; sentence: string; faults: ReleaseFault[] }
  | { kind: 'unknown'; sentence: string }

/** Checks releases before they are scheduled, and before they are published. */
export interface ReleaseCheck {
  /** Whether there is anybody to ask. */
  isAsked: boolean
  ask: (release: string) => Promise<Verdict>
  setUrl: (name: string, url: string) => void
  /** Ends running checks, whose verdict is then unknown. */
  close: () => void
}

const TIMEOUT_MS = 60_000
const MAX_FAULTS = 3

/**
 * Posts `{"release": "<name>"}`, signed as a webhook's call is, and expects `{"faults": []}`, a list of ReleaseFaults.
 * Without a checker, every release is fit.
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
    isAsked: checker !== undefined,
    ask,
    setUrl: (name, given) => {
      if (name === checker?.name) url = given
    },
    close: () => closing.abort(),
  }
}

function verdictOf(answer: unknown): Verdict {
  const given = isRecord(answer) && Array.isArray(answer['faults']) ? answer['faults'] : undefined
  if (!given?.every(isFault)) return unknown('the site answered what can’t be read')
  if (given.length === 0) return { kind: 'fit' }
  const faults: ReleaseFault[] = given.slice(0, MAX_FAULTS)
  const rest = given.length - MAX_FAULTS
  if (rest > 0) faults.push({ message: `And ${rest} more.` })
  const sentence = faults.map(({ title, message }) => (title ? `${title}: ${message}` : message)).join(' ')
  return { kind: 'held', sentence, faults }
}

function isFault(value: unknown): value is ReleaseFault {
  const { message, ...place } = isRecord(value) ? value : {}
  return (
    typeof message === 'string' &&
    ['documentId', 'type', 'title', 'path'].every((name) =>
      ['string', 'undefined'].includes(typeof place[name]),
    )
  )
}

function unknown(reason: string): Verdict {
  return {
    kind: 'unknown',
    sentence: `The release could not be checked, as ${reason}. Try again in a moment.`,
  }
}
