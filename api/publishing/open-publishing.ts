import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { PublishApproval } from '../contract/publishing.ts'
import type { CheckEditor } from '../editors/editors.ts'
import { hostedEditors } from '../editors/hosted-editors.ts'
import { lakeEditors } from '../editors/lake-editors.ts'
import { remoteLake } from '../editors/remote-lake.ts'
import type { Env } from '../env-schema.ts'
import { unsharedLakeFault } from '../env.ts'
import type { Caller } from '../http/client-address.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { contentIdIn } from '../store/content-id.ts'
import type { Database } from '../store/database/database.ts'
import { publishStore } from '../store/publishing/publish-store.ts'
import { siteId } from '../store/site-id.ts'
import type { PublishTables } from '../store/tables/publish-schema.ts'
import type { SharedTables } from '../store/tables/shared-schema.ts'
import { createAuthors, type Authors } from './authors.ts'
import type { CheckRelease } from './check-route.ts'
import { createNodes } from './nodes.ts'
import { createPublishing, type Publishing } from './publishing.ts'
import type { Renderers } from './renderer.ts'
import { createBucketTarget } from './targets/bucket.ts'
import { createDeployHook } from './targets/deploy-hook.ts'
import type { Target } from './targets/target.ts'
import { createClockTeller, type TellClock } from './webhook-clock.ts'
import { rebuildWebhook } from './webhook.ts'

/** Publishing, with what its routes need. */
export interface ConfiguredPublishing extends Publishing {
  /** What webhooks are signed with; none if the content is hosted and none was set. */
  secret: string | undefined
  checkEditor: CheckEditor
  checkRelease: CheckRelease
  approval: PublishApproval
  authorsOf: Authors['ofRevision']
  tellClock: TellClock
}

/** The webhook that the local content lake is given. */
export interface LakeWebhook {
  name: string
  filter: string
  projection: string
  secret: string
}

interface Options {
  env: Env
  /** Where the records of publishes are. */
  database: Database<PublishTables>
  /** The database that several nodes share; none if this server is alone. */
  shared: Database<SharedTables> | undefined
  dataDir: string
  dist: string
  url: string
  /** The public origin that pages name as theirs. */
  origin: string
  /** Render and publish the pages. */
  renderers: Renderers
  lake: { fetch(request: Request, sender: Caller): Promise<Response> } | undefined
  checkEditor: CheckEditor
  webhook: LakeWebhook | undefined
  log: Log
  metrics: Metrics
  /** Brings pages and programs to this version of the code. */
  build: () => Promise<void>
}

/**
 * The webhook of the local lake, with a new secret at each start unless one is set; undefined if the content is
 * elsewhere.
 */
export function webhookFor(env: Env): LakeWebhook | undefined {
  if (env.SANITY_PROJECT_ID !== undefined || env.LAKE_URL !== undefined) return undefined
  const secret = env.REBUILD_WEBHOOK_SECRET ?? randomBytes(32).toString('base64url')
  return { ...rebuildWebhook, secret }
}

/** Opens publishing as the settings say. */
export function openPublishing(options: Options): ConfiguredPublishing {
  const { env, database, shared, dataDir, dist, url, origin, renderers, lake, checkEditor, webhook, log } =
    options
  const secret = webhook?.secret ?? env.REBUILD_WEBHOOK_SECRET
  const apart = unsharedLakeFault(env)
  if (apart !== undefined) log.warn(apart)
  // With LAKE_URL, the lake calls the server that LAKE_URL names.
  if (secret === undefined && env.LAKE_URL === undefined)
    log.warn(
      'REBUILD_WEBHOOK_SECRET is not set: what is published goes live within five minutes, not at once.',
    )

  const dataset = env.SANITY_PROJECT_ID === undefined ? 'production' : (env.SANITY_DATASET ?? '')
  const authors = createAuthors(renderers.current, dataset)
  const { RECAPTCHA_SITE_KEY: recaptchaSiteKey } = env
  const publishing = createPublishing({
    store: publishStore(database),
    nodes:
      shared && env.DATABASE_URL !== undefined
        ? createNodes({
            database: shared,
            databaseUrl: env.DATABASE_URL,
            contentId: lake && (() => contentIdIn(dataDir)),
            dist,
            getRenderer: renderers.current,
            log,
          })
        : undefined,
    dist,
    getRenderer: renderers.current,
    build: options.build,
    studio: `${env.STUDIO_ORIGIN ?? origin}/studio`,
    url,
    settings: { origin, ...(recaptchaSiteKey !== undefined && { recaptchaSiteKey }) },
    authors,
    targets: openTargets(env, () => siteId(database.query)),
    log,
    metrics: options.metrics,
  })
  const template = path.join(dist, 'server/template.html')
  const checkRelease: CheckRelease = async (release) =>
    (await renderers.current()).checkRelease(release, { dist, template, origin })
  return {
    ...publishing,
    secret,
    checkEditor,
    checkRelease,
    approval: env.PUBLISH_APPROVAL,
    authorsOf: authors.ofRevision,
    tellClock: createClockTeller({ log }),
  }
}

/** Checks who is an editor. Throws if there is no content to be an editor of. */
export function editorsOf(env: Env, lake: Options['lake']): CheckEditor {
  if (env.SANITY_PROJECT_ID !== undefined) return hostedEditors(env.SANITY_PROJECT_ID, env.TRUST_PROXY)
  if (lake) return lakeEditors(lake, env.TRUST_PROXY)
  if (env.LAKE_URL !== undefined)
    return lakeEditors(
      remoteLake(env.LAKE_URL, { needsToken: env.LAKE_TOKEN !== undefined }),
      env.TRUST_PROXY,
    )
  throw new TypeError('There is neither a hosted project nor a local lake to know editors by.')
}

/** The deploy targets that the settings name. */
export function openTargets(env: Env, owner: () => Promise<string>): Target[] {
  const targets: Target[] = []
  if (env.DEPLOY_HOOK_URL && env.SITE_URL)
    targets.push(createDeployHook({ url: env.DEPLOY_HOOK_URL, siteUrl: env.SITE_URL }))
  if (env.S3_ENDPOINT && env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY)
    targets.push(
      createBucketTarget({
        endpoint: env.S3_ENDPOINT,
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        owner,
        ...(env.PURGE_URL && { purgeUrl: env.PURGE_URL }),
      }),
    )
  return targets
}
