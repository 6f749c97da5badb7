import { isOwnPath } from '../contract/addresses.ts'
import { isOperational } from '../contract/operational-error.ts'
import type { ShareEnd } from '../contract/previews.ts'
import { ProblemError } from '../contract/problem.ts'
import { notAllowed } from '../contract/problems.ts'
import type { Share, Shares } from '../store/shares.ts'
import { createTokens, scopeOf, type Grant, type Scope } from './preview-token.ts'

/** A page as the site's own renderer drew it from drafts. */
interface DraftPage {
  status: 200 | 404 | 410 | 422
  html: string
  /** Content security policy, but for who may frame it. */
  policy: string
}

/** What draws pages from drafts: the built site's renderer on the dataset. */
export interface Drafts {
  page(request: {
    path: string
    scope: Grant['scope']
    studio?: string
    bar: {
      kind: Grant['kind']
      shows: string
      perspective: string
      expires: string
      base: string
    }
  }): Promise<DraftPage>
  side(request: {
    path: string
    scope: Grant['scope']
    side: 'before' | 'after'
    base: string
  }): Promise<DraftPage>
  compare(request: { path: string; scope: Grant['scope']; base: string }): Promise<DraftPage>
  /** What a share link shows that leads nowhere any more. */
  ended(request: { end: ShareEnd }): Promise<DraftPage>
  /** Whether the Studio made the secret in this address, not longer than an hour ago. */
  admits(url: string): Promise<boolean>
  /** Which moment pages show now: another one after every change. */
  moment(): Promise<string>
  subscribe(listener: () => void): () => void
}

export interface PreviewsOptions {
  /** @throws OperationalError while the renderer is not built, or something is not configured */
  drafts: () => Promise<Drafts>
  shares: Shares
  /** `project/dataset`. */
  dataset: string
  /** Where clicks of editors lead: `/studio`, or the address of a hosted one. */
  studio: string
  now: () => number
  /** Who is signed in, where editors are people: what they open ends with their session. */
  sessions?: EditorSessions | undefined
}

interface EditorSessions {
  /** The hash of the session in a cookie header; nothing where it is nobody's. */
  hashOf: (cookie: string | null) => Promise<string | undefined>
  isLive: (hash: string) => Promise<boolean>
}

/** What a link is to show, for how many days, and for whom. */
interface ShareWish {
  scope: Grant['scope']
  path: string
  days: number
  recipient: string
}

/** A link to hand out, and what is kept of it. */
export interface MadeShare {
  share: Share
  /** Path with the token, which is told this once. */
  path: string
}

/** Who may see drafts, and what they see. */
export interface Previews {
  /** What the holder of a token may see now; nothing for one that is wrong, over or revoked. */
  grantOf(token: string): Promise<Grant | undefined>
  /** Admits who comes from the Studio, to the address of the page below its token. @throws OperationalError */
  enter(url: string, cookie: string | null): Promise<string>
  /**
   * A page of the site, or for editors below `/-/compare` the same beside the published one.
   * @throws OperationalError
   */
  page(token: string, grant: Grant, path: string): Promise<DraftPage>
  /** A younger token for an editor whose own is half over; the same one before that and for links. */
  renew(token: string, grant: Grant): Promise<string>
  /** The address of a page in another perspective, for an editor; nothing for who got a link. */
  inPerspective(grant: Grant, scope: Scope, path: string): Promise<string | undefined>
  /**
   * Admits an editor, to pages of drafts and releases below an address that holds for an hour.
   * @param cookie the header of who asks, whose session it ends with
   */
  open(cookie: string | null): Promise<string>
  /** Why a share link leads nowhere any more; nothing for a token that never was one. */
  endOf(token: string): Promise<ShareEnd | undefined>
  /** The page that says so, in the site's look. @throws OperationalError */
  endedPage(end: ShareEnd): Promise<DraftPage>
  /** Tells which moment pages show, now and after each change; returns how to stop. `tell` must not throw. */
  follow(tell: (moment: string) => void): Promise<() => void>
  share(wish: ShareWish): Promise<MadeShare>
  shares(): Promise<Share[]>
  revoke(id: string): Promise<boolean>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** However long a page stays open, its editor comes from the Studio again after this. */
const LONGEST_MS = 12 * HOUR_MS

const endedLink = notAllowed(
  403,
  'This preview link is not valid or has ended. Open the preview from the Studio again.',
)
const foreignPage = notAllowed(
  403,
  'A preview opens pages of this site only: its address must be a path, such as /platform.',
)

/** The previews of one dataset. */
export function createPreviews(options: PreviewsOptions): Previews {
  const { drafts, shares, dataset, studio, now, sessions } = options
  let made: ReturnType<typeof createTokens> | undefined

  /** The key never changes, so it is asked for once. */
  async function tokens(): Promise<ReturnType<typeof createTokens>> {
    return (made ??= createTokens(await shares.key(), dataset))
  }

  async function grantOf(token: string): Promise<Grant | undefined> {
    const grant = (await tokens()).verify(token, now())
    if (grant?.kind === 'share' && !(await shares.isLive(token, now()))) return undefined
    if (grant?.session !== undefined && !(await sessions?.isLive(grant.session))) return undefined
    return grant
  }

  async function renew(token: string, grant: Grant): Promise<string> {
    const { kind, since, expires } = grant
    const fresh = Math.min(now() + HOUR_MS, since + LONGEST_MS)
    if (kind === 'share' || expires - now() > HOUR_MS / 2 || fresh <= expires) return token
    return (await tokens()).sign({ ...grant, expires: fresh })
  }

  async function editorGrant(scope: Scope, cookie: string | null): Promise<Grant> {
    const since = now()
    const session = await sessions?.hashOf(cookie)
    return { kind: 'editor', dataset, scope, since, expires: since + HOUR_MS, session }
  }

  async function enter(url: string, cookie: string | null): Promise<string> {
    const { searchParams } = new URL(url)
    const path = searchParams.get('sanity-preview-pathname') ?? '/'
    if (!isOwnPath(path)) throw new ProblemError(foreignPage)
    const source = await drafts()
    if (!(await source.admits(url))) throw new ProblemError(endedLink)
    const scope = scopeOf(searchParams.get('sanity-preview-perspective'))
    const grant = await editorGrant(scope, cookie)
    const { pathname, hash } = new URL(path, url)
    return `/preview/${(await tokens()).sign(grant)}${pathname}${hash}`
  }

  async function page(token: string, grant: Grant, path: string): Promise<DraftPage> {
    const source = await drafts()
    const { kind, scope, expires } = grant
    const bar = {
      kind,
      shows: titleOf(scope),
      perspective: scope.perspective === 'stack' ? scope.stack.join() : scope.perspective,
      expires: new Date(expires).toISOString(),
      base: `/preview/${await renew(token, grant)}`,
    }
    const [, part, rest] = /^\/-\/(compare|before|after)(\/.*)?$/su.exec(path) ?? []
    if (kind === 'share' || part === undefined)
      return source.page({ path, scope, bar, ...(kind === 'editor' ? { studio } : {}) })
    const request = { path: rest ?? '/', scope, base: bar.base }
    if (part === 'compare') return source.compare(request)
    return source.side({ ...request, side: part === 'before' ? 'before' : 'after' })
  }

  async function share({ scope, path, days, recipient }: ShareWish): Promise<MadeShare> {
    const createdAt = now()
    const expiresAt = createdAt + days * DAY_MS
    const grant = { kind: 'share', dataset, scope, since: createdAt, expires: expiresAt } as const
    const token = (await tokens()).sign(grant)
    const shows = scope.perspective === 'document' ? scope.document : scope.perspective
    return {
      share: await shares.add(token, { shows, path, recipient, createdAt, expiresAt }),
      path: `/preview/${token}${path}`,
    }
  }

  async function inPerspective(grant: Grant, scope: Scope, path: string): Promise<string | undefined> {
    if (grant.kind === 'share') return undefined
    return `/preview/${(await tokens()).sign({ ...grant, scope })}${path}`
  }

  async function open(cookie: string | null): Promise<string> {
    const grant = await editorGrant({ perspective: 'drafts' }, cookie)
    return `/preview/${(await tokens()).sign(grant)}`
  }

  async function endOf(token: string): Promise<ShareEnd | undefined> {
    const grant = (await tokens()).read(token)
    if (grant?.kind !== 'share') return undefined
    return grant.expires > now() ? 'withdrawn' : 'ended'
  }

  /** Asked anew each time: what draws the drafts may have been replaced. */
  async function momentNow(): Promise<string> {
    return (await drafts()).moment()
  }

  return {
    grantOf,
    enter,
    inPerspective,
    open,
    endOf,
    endedPage: async (end) => (await drafts()).ended({ end }),
    page,
    renew,
    follow: async (tell) => {
      const source = await drafts().catch((error: unknown) => {
        if (!isOperational(error)) throw error
      })
      if (!source) return () => undefined
      // A moment that can't be read now is told when the dataset answers again.
      const tellMoment = () => void momentNow().then(tell, () => undefined)
      tellMoment()
      return source.subscribe(tellMoment)
    },
    share,
    shares: () => shares.list(now()),
    revoke: (id) => shares.revoke(id),
  }
}

function titleOf(scope: Grant['scope']): string {
  if (scope.perspective === 'document') return `Draft of ${scope.document}`
  if (scope.perspective === 'stack') return 'Release'
  return scope.perspective === 'drafts' ? 'Drafts' : 'Published'
}
