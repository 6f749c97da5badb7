import { Hono } from 'hono'
import { RETENTION } from '../history/retention.ts'
import { AUTHOR } from './guard.ts'

const ROLES = [{ name: 'administrator', title: 'Administrator', description: 'Read and write everything' }]

const USER = {
  id: AUTHOR,
  name: 'Local editor',
  email: 'editor@localhost',
  profileImage: null,
  role: 'administrator',
  roles: ROLES,
  provider: 'local',
}

/** What the Studio may offer: comments are switched off in it (below), releases and scheduled drafts are here. */
const FEATURES = ['studioComments', 'contentReleases', 'singleDocRelease']

/** The Studio asks for them before it makes a release; there are no limits on a machine of one's own. */
const RELEASE_LIMITS = {
  datasetReleaseLimit: 1000,
  orgActiveReleaseLimit: null,
  orgMeteredActiveReleaseCount: 0,
  defaultOrgActiveReleaseLimit: 1000,
}

/** By it the Studio says how long a published release can still be looked at. */
const SUBSCRIPTION = {
  featureTypes: { retention: { features: [{ attributes: { maxRetentionDays: RETENTION.days } }] } },
}

const SINCE = '2025-01-01T00:00:00Z'
const NEVER_EXPIRES = 4_102_444_800

/** What the Studio asks about projects, datasets and users before it shows a document. */
export function projectRoutes(): Hono {
  const routes = new Hono()
  routes.get('/users/me', (c) => c.json(USER))
  routes.get('/users/:ids', (c) => {
    const users = c.req.param('ids').split(',').map(profileOf)
    return c.json(users.length === 1 ? users[0] : users)
  })

  routes.get('/auth/id', (c) => c.json({ id: USER.id, expiry: NEVER_EXPIRES }))
  routes.get('/projects/local', (c) => c.json(PROJECT))
  routes.get('/projects/local/datasets', (c) =>
    c.json(c.req.query('addonFor') === undefined ? [DATASET] : []),
  )
  routes.get('/projects/local/datasets/production/acl', (c) =>
    c.json([
      { filter: '_id in path("**")', permissions: ['read', 'create', 'update', 'history', 'editHistory'] },
    ]),
  )
  routes.get('/projects/local/new-content-release-allowed', (c) => c.json({ data: RELEASE_LIMITS }))
  routes.get('/subscriptions/project/local', (c) => c.json(SUBSCRIPTION))
  routes.get('/projects/local/grants', (c) => c.json({}))
  routes.get('/projects/local/user-applications', (c) => c.json([]))
  // Told that there are no comments, the Studio puts an advertisement around all that it has drawn, and so draws
  // it anew: what was typed by then is gone. A Studio switches comments off in its own settings.
  routes.get('/features', (c) => c.json(FEATURES))
  routes.get('/journey/*', (c) => c.json(c.req.path.endsWith('announcements') ? [] : null))
  routes.get('/help', (c) => c.json({}))
  routes.get('/ping', (c) => c.text('PONG'))
  routes.get('/data/ping/production', (c) => c.body(null, 200))
  routes.get('/check/cors', (c) => c.json({ result: { allowed: true, withCredentials: true } }))
  routes.get('/intake/telemetry-status', (c) => c.json({ status: 'denied' }))
  // The Studio sends its usage figures whatever it was told; they end here.
  routes.post('/intake/batch', (c) => c.body(null, 204))
  return routes
}

function profileOf(id: string) {
  const displayName = id === USER.id ? USER.name : id
  return {
    id,
    displayName,
    givenName: null,
    familyName: null,
    imageUrl: null,
    createdAt: SINCE,
    updatedAt: SINCE,
    isCurrentUser: id === USER.id,
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
  members: [{ ...profileOf(USER.id), isRobot: false, role: USER.role, roles: USER.roles }],
  createdAt: SINCE,
  updatedAt: SINCE,
}

const DATASET = {
  name: 'production',
  aclMode: 'public',
  datasetProfile: 'content',
  addonFor: null,
  tags: [],
  createdByUserId: USER.id,
  createdAt: SINCE,
}
