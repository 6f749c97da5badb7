import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ADMINISTERED_TYPES, UNAPPROVED_TYPES } from './contract/document-types.ts'
import type { Env } from './env-schema.ts'
import { lakeError } from './http/answers.ts'
import type { IdentifiedCaller } from './http/client-address.ts'
import { commentWebhooks, signInProviders } from './people/open-people.ts'
import { releaseChecker } from './publishing/check-route.ts'
import type { LakeWebhook } from './publishing/open-publishing.ts'

/** The content lake as this server sees it. */
export interface Lake {
  /** Resolves once its first start is over, with a message if it could not be opened. It goes on trying. */
  opening: Promise<string | undefined>
  fetch(request: Request, sender: IdentifiedCaller): Promise<Response>
  setWebhookUrl(name: string, url: string): void
  isSocketPath(target: string): boolean
  /** Takes over an upgrade to one of its sockets. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, sender: IdentifiedCaller): void
  close(): Promise<void>
}

/**
 * Who may reach the lake, where besides the loopback address, how long it remembers, and whom it tells of publishes.
 */
export interface LakeAccess {
  token: string | undefined
  publicReads: boolean
  origins: string[]
  retention: { days: number }
  administered: readonly string[]
  providers: { name: string; title: string; path: string }[]
  webhooks: LakeWebhook[]
  commentWebhooks: ReturnType<typeof commentWebhooks>
  requireApproval: { except: readonly string[] } | undefined
  /** Whom it asks before a release goes live. */
  releaseChecker: { name: string; secret: string } | undefined
}

/** Tells whoever set up the proxy in front that another server has the content. */
export const contentElsewhere: Pick<Lake, 'fetch'> = {
  fetch: () => {
    const description =
      'This server has no content of its own: pass this address on to the one that LAKE_URL names.'
    return Promise.resolve(lakeError(421, 'misdirectedRequest', description))
  },
}

const EDIT = /^\/v[^/]+\/data\/(?:actions|mutate)\//u

/** Calls `onEdit` after each request that changed content. */
export function noticingEdits<Asked extends Pick<Lake, 'fetch'>>(lake: Asked, onEdit: () => void): Asked {
  return {
    ...lake,
    fetch: async (request: Request, sender: IdentifiedCaller) => {
      const isEdit = request.method === 'POST' && EDIT.test(new URL(request.url).pathname)
      const answer = await lake.fetch(request, sender)
      if (isEdit && answer.ok) onEdit()
      return answer
    },
  }
}

/**
 * What the settings say of the lake.
 * @param webhook what programs of this server are called with
 * @param dev nothing is published then, and nobody hears of it; releases are checked all the same
 */
export function accessOf(env: Env, webhook: LakeWebhook | undefined, dev: boolean): LakeAccess {
  return {
    token: env.LAKE_TOKEN,
    publicReads: env.LAKE_PUBLIC_READS === 'on',
    origins: env.SITE_URL === undefined ? [] : [env.SITE_URL],
    retention: { days: env.HISTORY_DAYS },
    administered: ADMINISTERED_TYPES,
    providers: signInProviders(env),
    webhooks: webhook && !dev ? [webhook] : [],
    commentWebhooks: dev ? [] : commentWebhooks(env, webhook?.secret),
    requireApproval: env.PUBLISH_APPROVAL === 'required' ? { except: UNAPPROVED_TYPES } : undefined,
    releaseChecker: webhook && { name: releaseChecker.name, secret: webhook.secret },
  }
}
