import { isOwnPath } from '../contract/addresses.ts'
import type { PreviewPage, Scope, ShareEnd } from '../contract/previews.ts'
import { ProblemError } from '../contract/problem.ts'
import { notAllowed } from '../contract/problems.ts'
import { DAY_MS } from '../contract/time.ts'
import type { Share, Shares } from '../store/shares.ts'
import { createEndedPages, createLookups, followMoments, type GetDrafts } from './drafts.ts'
import type { EditorSessions } from './editor-sessions.ts'
import { createGrants, type Grants } from './grants.ts'
import { scopeOf, type Grant } from './preview-token.ts'

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
export interface Previews extends Pick<Grants, 'grantOf' | 'endOf' | 'renew'> {
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
  /** The address of a page in another perspective, for an editor; undefined for the holder of a share link. */
  inPerspective(grant: Grant, scope: Scope, path: string): Promise<string | undefined>
  /**
   * Admits an editor to pages of drafts and releases. Resolves to their address, which works for an hour.
   * @param headers of the request: what is opened ends with its session
   */
  open(headers: Headers): Promise<string>
  /** The page that says why a share link leads nowhere, in the site's look. @throws OperationalError */
  endedPage(end: ShareEnd): Promise<PreviewPage>
  /** Tells which moment pages show, now and after each change; returns how to stop. `tell` must not throw. */
  follow(tell: (moment: string) => void): Promise<() => void>
  share(request: ShareRequest): Promise<NewShare>
  shares(): Promise<Share[]>
  revoke(id: string): Promise<boolean>
}

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
  const { drafts, shares, dataset, studio, now } = options
  const grants = createGrants(options)
  const admits = createLookups(drafts)

  async function enter(url: string, headers: Headers): Promise<string> {
    const { searchParams } = new URL(url)
    const path = searchParams.get('sanity-preview-pathname') ?? '/'
    if (!isOwnPath(path)) throw new ProblemError(foreignPage)
    if (!(await admits(url))) throw new ProblemError(endedLink)
    const scope = scopeOf(searchParams.get('sanity-preview-perspective'))
    const grant = await grants.forEditor(scope, headers)
    const { pathname, hash } = new URL(path, url)
    return `${await grants.addressOf(grant)}${pathname}${hash}`
  }

  async function page(token: string, grant: Grant, path: string): Promise<PreviewPage> {
    const source = await drafts()
    const { kind, scope } = grant
    const bar = barOf(grant, `/preview/${await grants.renew(token, grant)}`)
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
    const token = await grants.sign(grant)
    const shows = scope.perspective === 'document' ? scope.document : scope.perspective
    return {
      share: await shares.add(token, { shows, path, recipient, createdAt, expiresAt }),
      path: `/preview/${token}${path}`,
    }
  }

  return {
    grantOf: grants.grantOf,
    endOf: grants.endOf,
    renew: grants.renew,
    enter,
    open: async (headers) => grants.addressOf(await grants.forEditor({ perspective: 'drafts' }, headers)),
    inPerspective: async (grant, scope, path) =>
      grant.kind === 'share' ? undefined : `${await grants.addressOf({ ...grant, scope })}${path}`,
    page,
    endedPage: createEndedPages(drafts),
    follow: (tell) => followMoments(drafts, tell),
    share,
    shares: () => shares.list(now()),
    revoke: (id) => shares.revoke(id),
  }
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
