import { messageOf } from '../contract/operational-error.ts'
import { openTransport } from '../delivery/mail.ts'
import type { Env } from '../env-schema.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { type Log, oncePerCause } from '../log.ts'
import type { Call } from '../store/operations.ts'
import { identifiedLake, type AskedLake } from './identified-lake.ts'
import { createMentionMail } from './mention-mail.ts'
import { createTellMentioned, mentionWebhook, type TellMentioned } from './mentions.ts'
import { createPeople, type People } from './people.ts'
import { personSessions, type PersonSessions } from './sessions.ts'
import { createSignInMail } from './sign-in-mail.ts'

/** Who edits this site, and how they sign in, as the app needs it. */
export interface PeopleAccess {
  people: People
  sessions: PersonSessions
  /** Absent if no mail is sent. */
  requestLink: ((email: string) => Promise<void>) | undefined
  /** Absent if no mail is sent. */
  tellMentioned?: TellMentioned | undefined
  onFailure: (error: unknown) => void
  /** Ends the sessions in a cookie header, the lake's among them. Rejects with what the database says. */
  signOut: (cookie: string | null) => Promise<void>
}

/** How many mails one author's comments may cause. */
const MENTIONS_PER_HOUR = 60

interface PeopleParts {
  call: Call
  origin: string
  log: Log
}

export interface OpenPeople extends PeopleAccess {
  /** The lake, told who asks: see `identifiedLake`. */
  identify<Lake extends AskedLake>(lake: Lake): Lake
  close(): void
}

/** Whether people sign in here. Those of a hosted project sign in at Sanity, and without LAKE_TOKEN nobody has to. */
export function hasPeople(env: Env): env is Env & { LAKE_TOKEN: string } {
  return env.LAKE_TOKEN !== undefined && env.SANITY_PROJECT_ID === undefined
}

/** The ways to sign in that the Studio offers beside the token. */
export function signInProviders(env: Env) {
  return hasPeople(env) && env.SMTP_URL !== undefined
    ? [{ name: 'link', title: 'Link by mail', path: '/api/sign-in' }]
    : []
}

/** The webhook that tells of comments, with the secret of the other one; none if no mail is sent. */
export function commentWebhooks(env: Env, secret: string | undefined) {
  if (!hasPeople(env) || env.SMTP_URL === undefined || secret === undefined) return []
  const { path: _, ...webhook } = mentionWebhook
  return [{ ...webhook, secret }]
}

export function openPeople(
  env: Env & { LAKE_TOKEN: string },
  { call, origin, log }: PeopleParts,
): OpenPeople {
  const logOnce = oncePerCause((told) => log.error(told, 'Somebody could not sign in, or is not known now.'))
  const stack = new DisposableStack()
  let look: (() => Promise<void>) | undefined
  let logout: ((cookie: string) => Promise<unknown>) | undefined
  const { SMTP_URL: smtpUrl, NOTIFY_EMAIL: notify, MAIL_FROM: from = notify } = env
  const { STUDIO_ORIGIN: studioOrigin = origin } = env
  const everybody = () => call('people')
  const mails = smtpUrl !== undefined && from !== undefined ? openMails(smtpUrl, from) : undefined
  const mail = mails && createSignInMail(mails)
  const people = createPeople({ call, origin, mail, onRevoked: () => void look?.() })
  const tellMentioned =
    mails &&
    createTellMentioned({
      mail: createMentionMail(mails),
      people: everybody,
      limit: createRateLimit(MENTIONS_PER_HOUR, { perMs: 3_600_000 }),
      onRefused: (person, reason) =>
        log.warn({ person, reason }, 'A mention was not mailed: no mail is taken for this person.'),
      studio: `${studioOrigin}/studio`,
    })

  function openMails(url: string, sender: string) {
    const transport = openTransport({ smtpUrl: url, onError: logOnce })
    stack.defer(() => transport.close())
    return { transport, from: sender, host: new URL(origin).host }
  }

  const sessions = personSessions(call, env.LAKE_TOKEN)
  return {
    people,
    sessions,
    requestLink: mail && people.requestLink,
    tellMentioned,
    onFailure: (error) => logOnce('a sign-in link', messageOf(error)),
    signOut: async (cookie) => {
      if (cookie === null) return
      await sessions.end(cookie)
      // If the lake is away, its sessions are gone with it: they are in its memory.
      await logout?.(cookie).catch((error: unknown) => logOnce('a session', messageOf(error)))
    },
    identify: (lake) => {
      const identified = identifiedLake(lake, sessions, everybody, (sentence) =>
        logOnce('a session', sentence),
      )
      look = identified.look
      logout = (cookie) =>
        identified.lake.fetch(
          new Request(new URL('/v1/auth/logout', 'http://localhost'), {
            method: 'POST',
            headers: { cookie },
          }),
          { forwarded: false, address: '127.0.0.1' },
        )
      stack.defer(identified.close)
      return identified.lake
    },
    close: () => stack.dispose(),
  }
}
