import { isOwnPath } from '../contract/addresses.ts'
import type { PreviewPage, Scope, ShareEnd } from '../contract/previews.ts'
import { ProblemError } from '../contract/problem.ts'
import { notAllowed } from '../contract/problems.ts'
import { DAY_MS, HOUR_MS } from '../contract/time.ts'
import type { Share, Shares } from '../store/shares.ts'
import { createEndedPages, createLookups, followMoments, type GetDrafts } from './drafts.ts'
import type { EditorSessions } from './editor-sessions.ts'
import { createTokens, scopeOf, type Grant } from './preview-token.ts'

export interface PreviewsOptions {
  drafts: GetDrafts
  shares: Shares
  /** `project/dataset`. */
  dataset: string
  /** Where clicks of editors lead: `/studio`, or the address of a hosted one. */
  studio: string
  now: () => number
  /** Where editors sign in here: what they open ends with their session. */
  sessions?: EditorSessions | undefined
}

/** What a link is to show, for how many days, and for whom. */
interface ShareRequest {
  scope: Scope
  path: string
  days: number
  recipient: string
}

/** A link to hand out, and what is kept of it. */
export interface NewShare {
  share: Share
  /** Path with the token, which is told this once. */
  path: string
}

/** Who may see drafts, and what they see. */
export interface Previews {
  /** What the holder of a token may see now; nothing for one that is wrong, over or revoked. */
  grantOf(token: string): Promise<Grant | undefined>
  /**
   * Admits somebody who comes from the Studio. Resolves to the address of the page, below their token.
   * @param headers of the request: what is opened ends with its session
   * @throws OperationalError
   */
  enter(url: string, headers: Headers): Promise<string>
  /**
   * A page of the site, or for editors below `/-/compare` the same beside the published one.
   * @throws OperationalError
   */
  page(token: string, grant: Grant, path: string): Promise<PreviewPage>
  /** A newer token for an editor once half of the time is over; the same token until then, and for share links. */
  renew(token: string, grant: Grant): Promise<string>
  /** The address of a page in another perspective, for an editor; undefined for the holder of a share link. */
  inPerspective(grant: Grant, scope: Scope, path: string): Promise<string | undefined>
  /**
   * Admits an editor to pages of drafts and releases. Resolves to their address, which works for an hour.
   * @param headers of the request: what is opened ends with its session
   */
  open(headers: Headers): Promise<string>
  /** Why a share link leads nowhere any more; nothing for a token that never was one. */
  endOf(token: string): Promise<ShareEnd | undefined>
  /** The page that says so, in the site's look. @throws OperationalError */
  endedPage(end: ShareEnd): Promise<PreviewPage>
  /** Tells which moment pages show, now and after each change; returns how to stop. `tell` must not throw. */
  follow(tell: (moment: string) => void): Promise<() => void>
  share(request: ShareRequest): Promise<NewShare>
  shares(): Promise<Share[]>
  revoke(id: string): Promise<boolean>
}

/** After this, an editor has to come from the Studio again, even if the page stayed open. */
const MAX_MS = 12 * HOUR_MS
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
  const admits = createLookups(drafts)

  /** The key never changes, so it is asked for once. */
  async function tokens(): Promise<ReturnType<typeof createTokens>> {
    return (made ??= createTokens(await shares.key(), dataset))
  }

  async function grantOf(token: string): Promise<Grant | undefined> {
    const grant = (await tokens()).verify(token, now())
    if (!grant) return undefined
    const isLive =
      grant.kind === 'share' ? await shares.isLive(token, now()) : await isSignedIn(grant, sessions)
    return isLive ? grant : undefined
  }

  async function renew(token: string, grant: Grant): Promise<string> {
    const younger = youngerGrant(grant, now())
    return younger ? (await tokens()).sign(younger) : token
  }

  /** What pages are below that show what is granted. */
  async function addressFor(grant: Grant): Promise<string> {
    return `/preview/${(await tokens()).sign(grant)}`
  }

  async function editorGrant(scope: Scope, headers: Headers): Promise<Grant> {
    const since = now()
    const session = await sessions?.nameOf(headers)
    return { kind: 'editor', dataset, scope, since, expires: since + HOUR_MS, session }
  }

  async function enter(url: string, headers: Headers): Promise<string> {
    const { searchParams } = new URL(url)
    const path = searchParams.get('sanity-preview-pathname') ?? '/'
    if (!isOwnPath(path)) throw new ProblemError(foreignPage)
    if (!(await admits(url))) throw new ProblemError(endedLink)
    const scope = scopeOf(searchParams.get('sanity-preview-perspective'))
    const grant = await editorGrant(scope, headers)
    const { pathname, hash } = new URL(path, url)
    return `${await addressFor(grant)}${pathname}${hash}`
  }

  async function page(token: string, grant: Grant, path: string): Promise<PreviewPage> {
    const source = await drafts()
    const { kind, scope } = grant
    const bar = barOf(grant, `/preview/${await renew(token, grant)}`)
    const [, part, rest] = /^\/-\/(compare|before|after)(\/.*)?$/su.exec(path) ?? []
    if (kind === 'share' || part === undefined)
      return source.page({ path, scope, bar, ...(kind === 'editor' ? { studio } : {}) })
    const request = { path: rest ?? '/', scope, base: bar.base }
    if (part === 'compare') return source.compare(request)
    return source.side({ ...request, side: part === 'before' ? 'before' : 'after' })
  }

  async function share({ scope, path, days, recipient }: ShareRequest): Promise<NewShare> {
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
    return grant.kind === 'share' ? undefined : `${await addressFor({ ...grant, scope })}${path}`
  }

  async function open(headers: Headers): Promise<string> {
    return addressFor(await editorGrant({ perspective: 'drafts' }, headers))
  }

  async function endOf(token: string): Promise<ShareEnd | undefined> {
    const grant = (await tokens()).read(token)
    if (grant?.kind !== 'share') return undefined
    return grant.expires > now() ? 'revoked' : 'ended'
  }

  return {
    grantOf,
    enter,
    inPerspective,
    open,
    endOf,
    endedPage: createEndedPages(drafts),
    page,
    renew,
    follow: (tell) => followMoments(drafts, tell),
    share,
    shares: () => shares.list(now()),
    revoke: (id) => shares.revoke(id),
  }
}

/** Where editors sign in, a grant without a session is from before they did. */
async function isSignedIn(
  { session }: Grant,
  sessions: EditorSessions | undefined,
): Promise<boolean | undefined> {
  return session === undefined ? !sessions : sessions?.isLive(session)
}

/** An editor's grant that ends later, once half of it is over; none for share links, and at the longest there is. */
function youngerGrant(grant: Grant, now: number): Grant | undefined {
  const { kind, since, expires } = grant
  const fresh = Math.min(now + HOUR_MS, since + MAX_MS)
  if (kind === 'share' || expires - now > HOUR_MS / 2 || fresh <= expires) return undefined
  return { ...grant, expires: fresh }
}

/** What the bar over a page says, and the address that its links are below. */
function barOf({ kind, scope, expires }: Grant, base: string) {
  return {
    kind,
    shows: titleOf(scope),
    perspective: scope.perspective === 'stack' ? scope.stack.join() : scope.perspective,
    expires: new Date(expires).toISOString(),
    base,
  }
}

function titleOf(scope: Scope): string {
  if (scope.perspective === 'document') return `Draft of ${scope.document}`
  if (scope.perspective === 'stack') return 'Release'
  return scope.perspective === 'drafts' ? 'Drafts' : 'Published'
}
