import { isOperational } from './operational-error.ts'
import { problem, ProblemError, type FieldFault, type Problem } from './problem.ts'

/** What a request is answered that ended with this error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  return isOperational(error) ? unavailable : internal
}

export const notFound = problem(404, 'not-found', {
  title: 'Not found',
  detail: 'There is nothing at this address.',
})

/** A node that takes posts alone was asked for a page. */
export function noPages(siteUrl: string | undefined): Problem {
  const where = siteUrl === undefined ? '' : ` It is at ${siteUrl}.`
  return problem(404, 'not-found', {
    title: 'Not found',
    detail: `This server takes what forms send, and has no site.${where}`,
  })
}

export const starting = problem(503, 'starting', {
  title: 'Starting',
  detail: 'The server is still preparing its pages. Try again in a moment.',
  retryAfter: 1,
})

export const busy = problem(503, 'busy', {
  title: 'Busy',
  detail: 'Too many posts are waiting to be stored. Send this one again in a moment.',
  retryAfter: 2,
})

export const tooManyReads = problem(503, 'too-many-reads', {
  title: 'Too many reads',
  detail: 'The server still looks for what was asked before. Try again in a moment.',
  retryAfter: 5,
})

export const tooManyStreams = problem(503, 'too-many-streams', {
  title: 'Too many open previews',
  detail: 'More previews are open than this server follows. Close some of them, and reload this page.',
  retryAfter: 30,
})

export const notStored = problem(503, 'not-stored', {
  title: 'Not stored',
  detail: 'The post could not be stored safely. Send it again in a moment: a repeat does no harm.',
  retryAfter: 5,
})

export const notCounted = problem(503, 'not-counted', {
  title: 'Not counted',
  detail: 'The waitlist cannot be counted right now.',
  retryAfter: 30,
})

export const noChallenge = problem(503, 'no-challenge', {
  title: 'No challenge',
  detail: 'The bot check cannot be started right now.',
  retryAfter: 10,
})

export const forbidden = problem(403, 'forbidden', {
  title: 'Forbidden',
  detail:
    'This address answers with the token that METRICS_TOKEN names. Where that is not set, it answers programs of the same machine, as long as the site is nobody else’s to see.',
})

export const internal = problem(500, 'internal', {
  title: 'Internal error',
  detail: 'Something went wrong on our side.',
})

const unavailable = problem(503, 'unavailable', {
  title: 'Unavailable',
  detail: 'Something that this needs is away. The server’s log says what; try again in a moment.',
  retryAfter: 5,
})

export const noWebhook = problem(503, 'no-webhook', {
  title: 'No webhook',
  detail: 'Set REBUILD_WEBHOOK_SECRET to the secret of the webhook, and start the server again.',
})

/** @param limit in bytes */
export function hookTooLarge(limit: number): Problem {
  return problem(413, 'too-large', {
    title: 'Too large',
    detail: `A webhook may hold at most ${limit / 1024} kB here.`,
  })
}

export const sanityUnreachable = problem(503, 'sanity-unreachable', {
  title: 'Sanity unreachable',
  detail: 'Sanity could not be asked who you are, so nothing is shown or changed. Try again in a moment.',
  retryAfter: 10,
})

export const lakeAway = problem(503, 'lake-away', {
  title: 'Content away',
  detail:
    'The content could not be asked who you are, so nothing is shown or changed. Try again in a moment.',
  retryAfter: 5,
})

export const tooLarge = problem(413, 'too-large', {
  title: 'Too large',
  detail: 'A post may hold at most 64 kB, an HTML form 192 kB.',
})

export const headersTooLarge = problem(431, 'headers-too-large', {
  title: 'Headers too large',
  detail: 'The headers of a request may hold at most 16 kB.',
})

export const tooSlow = problem(408, 'too-slow', {
  title: 'Request timeout',
  detail: 'The request took too long to arrive.',
})

export const unmetExpectation = problem(417, 'unmet-expectation', {
  title: 'Expectation failed',
  detail: 'The one expectation that is met is 100-continue.',
})

export const lengthRequired = problem(411, 'length-required', {
  title: 'Length required',
  detail: 'Send the body with a Content-Length header.',
})

export const wrongType = problem(415, 'wrong-type', {
  title: 'Unsupported media type',
  detail:
    'Send application/json or application/x-www-form-urlencoded, in UTF-8 and without content encoding.',
})

export const foreignOrigin = problem(403, 'foreign-origin', {
  title: 'Foreign origin',
  detail: 'Posts are taken from the pages of this site only.',
})

export const botCheckFailed = problem(403, 'bot-check-failed', {
  title: 'Bot check failed',
  detail: 'The bot check was missing, used before, or out of date. Run it again and send the post once more.',
})

export const botCheckUnreachable = problem(503, 'bot-check-unreachable', {
  title: 'Bot check unreachable',
  detail: 'The bot check cannot be verified right now. Send the post again in a moment.',
  retryAfter: 10,
})

export const keyReused = problem(422, 'key-reused', {
  title: 'Idempotency key reused',
  detail: 'This Idempotency-Key came with a different post before. Use a new key for a new post.',
})

/** What came is no HTTP, not what its content type says, or has the wrong shape as a whole. */
export function malformed(detail: string): Problem {
  return problem(400, 'malformed', { title: 'Malformed request', detail })
}

/** The body reads well, but some of its fields can't be taken: the first fault of each, as its validator says it. */
export function invalidFields(issues: readonly { path: PropertyKey[]; message: string }[]): Problem {
  const faults = new Map<string, FieldFault>()
  for (const { path, message: detail } of issues) {
    const field = String(path[0])
    if (!faults.has(field)) faults.set(field, { field, detail })
  }
  return {
    ...problem(400, 'invalid-fields', { title: 'Invalid fields', detail: 'Some fields need another look.' }),
    errors: [...faults.values()],
  }
}

/** The call is not one that the content lake made just now. */
export function notGenuine(detail: string): Problem {
  return problem(401, 'not-genuine', { title: 'Not genuine', detail })
}

/** The caller is not known as an editor (401), or is one who may not do this (403). */
export function notAllowed(status: 401 | 403, detail: string): Problem {
  return problem(status, 'not-allowed', { title: 'Not allowed', detail })
}

/** The caller showed wrong tokens before; `retryAfter` is in seconds. */
export function tooManyTokens(detail: string, retryAfter: number): Problem {
  return problem(429, 'too-many-tokens', { title: 'Too many wrong tokens', detail, retryAfter })
}

/** The change would leave nobody who can make it again. */
export const lastAdministrator = problem(409, 'last-administrator', {
  title: 'Last administrator',
  detail: 'This is the last administrator. Make somebody else one first.',
})

/** Another editor's note stands where this one would be written. */
export const noteChanged = problem(409, 'note-changed', {
  title: 'Note changed',
  detail:
    'Somebody else changed this note meanwhile. Read what it says now, then keep yours or leave theirs.',
})

export const mailFailed = problem(503, 'mail-failed', {
  title: 'Not mailed',
  detail:
    'The mail server did not take the mail. The person is on the list: copy a link for them, or mail one later.',
  retryAfter: 30,
})

/** What was there is no longer, for good. */
export function gone(detail: string): Problem {
  return problem(410, 'gone', { title: 'Gone', detail })
}

/** The release can't be served again. */
export function noRelease(detail: string): Problem {
  return problem(409, 'no-release', { title: 'No such release', detail })
}

/** The method is known to HTTP, yet not to this address. */
export function wrongMethod(allow: string): Problem {
  return {
    ...problem(405, 'wrong-method', { title: 'Method not allowed', detail: `This address takes ${allow}.` }),
    allow,
  }
}

/** The caller posted more often than `RATE_LIMIT` allows; `retryAfter` is in seconds. */
export function rateLimited(retryAfter: number): Problem {
  return problem(429, 'rate-limited', {
    title: 'Too many posts',
    detail: `Try again in ${retryAfter} seconds.`,
    retryAfter,
  })
}
