import { createBucketTarget } from './targets/bucket.ts'
import { createDeployHook } from './targets/deploy-hook.ts'
import type { Target } from './targets/target.ts'
import type { Env } from '../env.ts'

/** Where else this site lives, by its settings: nowhere, when none is set. */
export function openTargets(env: Env): Target[] {
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
        ...(env.PURGE_URL && { purgeUrl: env.PURGE_URL }),
      }),
    )
  return targets
}
