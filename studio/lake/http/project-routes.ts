import { Hono, type Context } from 'hono'
import { COMMENTS_DATASET } from '../comments/comments.ts'
import { callerIn, type User } from './caller.ts'
import type { Guard } from './guard.ts'

const ROLES = {
  administrator: { name: 'administrator', title: 'Administrator', description: 'Read and write everything' },
  editor: { name: 'editor', title: 'Editor', description: 'Read everything, write what is no setting' },
} as const

/** What the Studio may offer. */
const FEATURES = ['studioComments', 'contentReleases', 'singleDocRelease']

/** Release limits, which the Studio asks for before it creates one. The local lake has none. */
const RELEASE_LIMITS = {
  datasetReleaseLimit: 1000,
  orgActiveReleaseLimit: null,
  orgMeteredActiveReleaseCount: 0,
  defaultOrgActiveReleaseLimit: 1000,
}

const SINCE = '2025-01-01T00:00:00Z'
const NEVER_EXPIRES = 4_102_444_800

/**
 * What the Studio asks about projects, datasets and users before it shows a document.
 * @param historyDays how long history is kept, by which the Studio says how long a published release can be looked at
 */
export function projectRoutes(guard: Guard, administered: readonly string[], historyDays: number): Hono {
  const routes = new Hono()
  const me = (c: Context): User => guard.userOf(callerIn(c))
  /** The users whose names the caller may see, the caller first. */
  function knownTo(c: Context): User[] {
    const { user: _, ...anonymous } = callerIn(c)
    return distinct([me(c), guard.userOf(anonymous), ...(anonymous.users ?? [])])
  }

  routes.get('/users/me', (c) => c.json(currentUser(me(c))))
  routes.get('/users/:ids', (c) => {
    const known = knownTo(c)
    const profiles = c.req
      .param('ids')
      .split(',')
      .map((id) => profileOf(known.find((one) => one.id === id) ?? { id, name: id }, me(c).id))
    return c.json(profiles.length === 1 ? profiles[0] : profiles)
  })

  routes.get('/auth/id', (c) => c.json({ id: me(c).id, expiry: NEVER_EXPIRES }))
  routes.get('/projects/local', (c) => {
    // The people that comments can mention, so not whoever signed in with the token.
    const members = distinct([me(c), ...(callerIn(c).users ?? [])]).map((user) => memberOf(user, me(c).id))
    return c.json({ ...PROJECT, members })
  })
  routes.get('/projects/local/datasets', (c) =>
    c.json([c.req.query('addonFor') === undefined ? DATASET : COMMENTS]),
  )
  // The Studio combines all grants that match a document.
  routes.get('/projects/local/datasets/production/acl', (c) => {
    const reading = ['read', 'history', 'editHistory']
    if (me(c).role === 'administrator')
      return c.json([{ filter: '_id in path("**")', permissions: [...reading, 'create', 'update'] }])
    return c.json([
      { filter: '_id in path("**")', permissions: reading },
      { filter: `!(_type in ${JSON.stringify(administered)})`, permissions: ['create', 'update'] },
    ])
  })
  routes.get('/projects/local/new-content-release-allowed', (c) => c.json({ data: RELEASE_LIMITS }))
  routes.get('/subscriptions/project/local', (c) => {
    const features = [{ attributes: { maxRetentionDays: historyDays } }]
    return c.json({ featureTypes: { retention: { features } } })
  })
  routes.get('/projects/local/grants', (c) => c.json({}))
  routes.get('/projects/local/user-applications', (c) => c.json([]))
  // Requests for another role: none, as administrators give roles themselves.
  routes.get('/access/requests/me', (c) => c.json([]))
  // If comments were missing here, the Studio would wrap its page in an advertisement, which renders it again and loses
  // what was typed.
  routes.get('/features', (c) => c.json(FEATURES))
  routes.get('/journey/*', (c) => c.json(c.req.path.endsWith('announcements') ? [] : null))
  routes.get('/help', (c) => c.json({}))
  routes.get('/ping', (c) => c.text('PONG'))
  routes.get('/data/ping/production', (c) => c.body(null, 200))
  routes.get('/check/cors', (c) => c.json({ result: { allowed: true, withCredentials: true } }))
  routes.get('/intake/telemetry-status', (c) => c.json({ status: 'denied' }))
  // The Studio sends usage figures even when told not to; they end here.
  routes.post('/intake/batch', (c) => c.body(null, 204))
  return routes
}

function distinct(users: readonly User[]): User[] {
  return users.filter(({ id }, index) => users.findIndex((one) => one.id === id) === index)
}

function currentUser({ id, name, role }: User) {
  return {
    id,
    name,
    email: 'editor@localhost',
    profileImage: null,
    role,
    roles: [ROLES[role]],
    provider: 'local',
  }
}

function memberOf(user: User, ownId: string) {
  return { ...profileOf(user, ownId), isRobot: false, role: user.role, roles: [ROLES[user.role]] }
}

function profileOf({ id, name }: Pick<User, 'id' | 'name'>, ownId: string) {
  return {
    id,
    displayName: name,
    givenName: null,
    familyName: null,
    imageUrl: null,
    createdAt: SINCE,
    updatedAt: SINCE,
    isCurrentUser: id === ownId,
  }
}

const PROJECT = {
  id: 'local',
  displayName: 'Local content',
  organizationId: null,
  studioHost: null,
  isBlocked: false,
  isDisabled: false,
  isDisabledByUser: false,
  activityFeedEnabled: false,
  metadata: {},
  features: [],
  pendingInvites: 0,
  maxRetentionDays: 365,
  createdAt: SINCE,
  updatedAt: SINCE,
}

const DATASET = {
  name: 'production',
  aclMode: 'public',
  datasetProfile: 'content',
  addonFor: null,
  tags: [],
  createdByUserId: 'local-editor',
  createdAt: SINCE,
}

const COMMENTS = {
  ...DATASET,
  name: COMMENTS_DATASET,
  aclMode: 'private',
  datasetProfile: 'comments',
  addonFor: DATASET.name,
}
