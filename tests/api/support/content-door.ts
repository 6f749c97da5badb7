import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { openRenderers } from '../../../api/publishing/open-renderers.ts'
import type { Renderers } from '../../../api/publishing/renderer.ts'
import { root } from '../../support/lake.ts'

/** The bundle's own way to content. Sanity's servers are no test's to ask, so that another one can stand in. */
const BUNDLE = `
  import { contentSource as source } from '${pathToFileURL(path.join(root, 'web/content/client.ts')).href}'
  export const documentTypes = ['settings']
  export const contentSource = (env) => {
    const { name, client } = source(env)
    const at = env.STAND_IN && { apiHost: env.STAND_IN, useProjectHostname: false }
    return { name, client: client.withConfig({ maxRetries: 0, ...at }) }
  }
`

/**
 * The real door to a built site that can do nothing but ask the content; it is closed with the test.
 * @param env says where the content is; `STAND_IN` is who answers in place of Sanity's servers
 */
export function openContentDoor(env: Record<string, string>): Renderers {
  const dist = mkdtempSync(path.join(tmpdir(), 'door-'))
  mkdirSync(path.join(dist, 'server'))
  writeFileSync(path.join(dist, 'server/package.json'), '{"type":"module"}')
  writeFileSync(path.join(dist, 'server/publish.js'), BUNDLE)
  const renderers = openRenderers({ dist, env })
  onTestFinished(() => renderers.close())
  return renderers
}
