import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import linter from '../../.oxlint.config.ts'
import { OF_CONTRACT } from './walls.ts'

const root = path.join(import.meta.dirname, '../..')

const contract = readdirSync(path.join(root, 'api/contract'))

/** For each wall: a file inside it, imports that it may have, and imports that it may not. */
const WALLS: Record<string, { may: string[]; mayNot: string[] }> = {
  'web/site/page.tsx': {
    may: [
      ...OF_CONTRACT.map((name) => `../../api/contract/${name}`),
      '../sections/faq/faq.tsx',
      '../content/link.ts',
      'react',
    ],
    mayNot: [
      ...contract.filter((name) => !OF_CONTRACT.includes(name)).map((name) => `../../api/contract/${name}`),
      '../../api/http/app.ts',
      '../../studio/structure.ts',
      '../../tests/support/lake.ts',
      '../content/variables.ts',
      '../publisher/renderer.ts',
      '../browser/query.ts',
      'gsap',
    ],
  },
  'web/content/part.ts': {
    may: ['./variables.ts', '../../api/contract/limits.ts'],
    mayNot: ['../site/routes.tsx', '../../api/http/app.ts'],
  },
  'web/browser/part.ts': { may: ['./visible.ts'], mayNot: ['./query.ts'] },
  'web/preview/part.ts': { may: ['../browser/visible.ts'], mayNot: ['../browser/query.ts'] },
  'web/ui/part.tsx': {
    may: ['../theme/tokens.ts', '../../api/contract/limits.ts'],
    mayNot: ['../sections/faq/faq.tsx', '../../api/contract/forms.ts', '../content/variables.ts'],
  },
  'web/sections/faq/part.tsx': {
    may: ['./other.tsx', '../../forms/outbox.ts', '../../ui/button.tsx'],
    mayNot: ['../../site/shell.tsx', '../../../api/http/app.ts', '../hero/hero.tsx'],
  },
  'web/sections/faq/part.behaviour.ts': {
    may: ['../../browser/less-motion.ts'],
    mayNot: ['react', 'styled-components', './faq.tsx', '../../content/variables.ts', '../hero/lines.ts'],
  },
  'web/sections/faq/part.motion.ts': {
    may: ['gsap', 'gsap/ScrollTrigger', './other.motion.ts', '../../browser/less-motion.ts'],
    mayNot: [
      'react',
      './faq.tsx',
      '../hero/hero.motion.ts',
      '../../content/link.ts',
      '../../../api/contract/limits.ts',
      '../../browser/query.ts',
    ],
  },
  'web/publisher/build.ts': {
    may: ['../../api/cli/command.ts', '../content/client.ts'],
    mayNot: ['../../api/http/app.ts', '../../studio/build.ts', '../browser/query.ts'],
  },
  'api/http/part.ts': {
    may: ['../../api/contract/site-headers.ts', '../../studio/lake/http/forwarding.ts', 'hono'],
    mayNot: ['../../web/site/routes.tsx', '../../studio/lake/lake.ts', '../../tests/support/lake.ts'],
  },
  'api/contract/part.ts': { may: ['zod', './limits.ts'], mayNot: ['hono', '../http/app.ts'] },
  'api/store/part.ts': {
    may: ['kysely', './database/uuid.ts', '../contract/limits.ts'],
    mayNot: ['hono', '../http/app.ts', '../../web/content/link.ts'],
  },
  'api/store/people/part.ts': {
    may: ['kysely', '../database/uuid.ts', '../../contract/limits.ts'],
    mayNot: ['hono', '../../http/app.ts', '../../people/audit.ts', '../../../web/content/link.ts'],
  },
  'api/cli/restore.ts': {
    may: ['../../studio/lake/lock.ts', '../../studio/lake/store/migrations.ts'],
    mayNot: ['../../studio/lake/lake.ts', '../../web/content/link.ts'],
  },
  'api/server.ts': {
    may: ['../studio/lake/mount.ts'],
    mayNot: ['../studio/structure.ts', '../web/content/link.ts'],
  },
  'studio/tools/part.tsx': {
    may: ['../../api/contract/limits.ts', '../../web/content/link.ts'],
    mayNot: ['../../api/contract/forms.ts', '../../api/http/app.ts', '../../web/content/variables.ts'],
  },
  'studio/cli/part.ts': {
    may: ['../../api/cli/command.ts', '../../web/content/schema-nodes.ts'],
    mayNot: ['../../api/http/app.ts', '../../web/content/variables.ts'],
  },
  'studio/build.ts': {
    may: ['../web/publisher/build-key.ts', '../web/publisher/release/compress.ts'],
    mayNot: ['../web/publisher/renderer.ts', '../api/http/app.ts'],
  },
  'studio/lake/part.ts': {
    may: ['./errors.ts', 'hono'],
    mayNot: ['../../web/content/link.ts', '../../api/contract/limits.ts', '../schema/index.ts'],
  },
}

let folder: string
let refused: Map<string, string[]>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'walls-'))
  // The imported files don't exist, so type-aware rules are off.
  const { options: _, ...config } = linter
  await writeFile(path.join(folder, '.oxlintrc.json'), JSON.stringify(config))
  for (const [name, { may, mayNot }] of Object.entries(WALLS)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    const lines = [...may, ...mayNot].map((from, i) => `import { a${i} } from '${from}'\na${i}()\n`)
    await writeFile(file, lines.join(''))
  }
  refused = await refusedImports()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(Object.entries(WALLS))(
  '%s imports what its wall lets through, and nothing else',
  (name, { mayNot }) => {
    expect(refused.get(name)?.toSorted()).toEqual(mayNot.toSorted())
  },
)

/** By file: what the linter's walls refuse. */
async function refusedImports(): Promise<Map<string, string[]>> {
  const oxlint = path.join(root, 'node_modules/.bin/oxlint')
  const said = await promisify(execFile)(oxlint, ['--format=json'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  const { diagnostics } = JSON.parse(said.stdout) as {
    diagnostics: { code: string; filename: string; message: string }[]
  }
  const walls = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'))
  return new Map(
    [...Map.groupBy(walls, ({ filename }) => filename)].map(([name, all]) => [
      name,
      [...new Set(all.map(({ message }) => /^'(.+)' import/u.exec(message)?.[1] ?? message))],
    ]),
  )
}
