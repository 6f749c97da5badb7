import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newStore } from '../api/support/stores.ts'
import { root } from '../support/lake.ts'
import { documentedCommands } from './commands.ts'

// Each starts npm, some a content lake or a bundler.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'commands-'))
const data = path.join(folder, 'data')
/** The reader's environment: without the checkout's programs on the path. */
const env = {
  ...process.env,
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter((one) => !one.includes('node_modules'))
    .join(':'),
  DATA_DIR: data,
  DIST_DIR: path.join(folder, 'dist'),
}

/** Commands that run here as they are spelt, in this order, with what they print. */
const RUN: Readonly<Record<string, RegExp>> = {
  'npm run doctor': /^ok {4}DATA_DIR:/mu,
  'npm run submissions -- list': /^$/u,
  'npm run submissions -- list --dead': /^$/u,
  'npm run submissions -- redeliver --dead': /^Nothing was given up\.\n$/u,
  'npm run submissions -- erase EMAIL': /^Erased 0 waitlist entries/u,
  'npm run submissions -- export --out FILE': /^0 submissions are in /u,
  'npm run people -- list': /^$/u,
  'npm run backup -- FILE': /files are in /u,
  'npm run restore -- FILE': /is back: \d+ files/u,
  'npm run restore -- FILE --replace': /is back: \d+ files/u,
  'npm run preview:check': /\d+ pages drawn, 0 faults/u,
  'npm run typegen': /is unchanged/u,
  'npm run bench -- NAME': new RegExp(`There are: ${benches().join(', ')}\\.`, 'u'),
  'npx node tests/settings/check.ts --write': /^$/mu,
  'node -p "crypto.randomBytes(32).toString(\'hex\')"': /^[0-9a-f]{64}$/mu,
  'git ls-files | grep faq': /studio\/schema\/.*faq/u,
  'git grep faqQuery': /^web\/content\/queries\.ts:/mu,
  'du -sk node_modules/NAME': /^\d+\s+node_modules\/zod$/mu,
}

/** Commands that another file runs, with the text that shows it. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'git clone REPOSITORY /srv/cal': ['.github/workflows/ci.yml', 'actions/checkout'],
  'npm ci': ['tests/api/deploy/image.test.ts', "startsWith('npm ci')"],
  'npm ci --omit=dev': ['api/deploy/Dockerfile', 'npm ci --omit=dev'],
  'npm start': ['tests/support/own-site.ts', "'api/server.ts'"],
  'npm test': ['.ci/run', 'npm test'],
  'npm run check': ['tests/run.ts', 'runChecks()'],
  'npm run dev': ['tests/faults/support/dev-process.ts', 'dev: true'],
  'npm run build': ['api/deploy/Dockerfile', 'npm run build'],
  'npm run people -- invite EMAIL NAME': ['tests/api/cli/people.test.ts', "'invite'"],
  'npm run people -- link EMAIL': ['tests/api/cli/people.test.ts', "'link'"],
  'npm run content -- export': ['tests/studio/cli/content.test.ts', "'export'"],
  'npm run content -- import FILE': ['tests/studio/cli/content.test.ts', "'import'"],
  'npm run content -- push': ['tests/studio/cli/content.test.ts', 'transfer('],
  'npm run content -- pull': ['tests/studio/cli/content.test.ts', 'transfer('],
  'npm run content -- reset': ['tests/studio/cli/content.test.ts', "'reset'"],
  'npm run content -- migrate': ['tests/studio/cli/content.test.ts', "'migrate'"],
  'npm run content -- migrate --dry-run': ['tests/studio/cli/content.test.ts', "'--dry-run'"],
  'npx node studio/lake/serve.ts --data /tmp/lake --seed studio/seed --port 3333': [
    'tests/guide/commands.test.ts',
    'the content lake starts alone',
  ],
  "curl -G http://127.0.0.1:3333/v2025-02-19/data/query/production --data-urlencode 'query=count(*)'": [
    'tests/guide/commands.test.ts',
    'the content lake starts alone',
  ],
  'npx vitest run --config=tests/vitest.config.ts tests/studio/lake': ['tests/run.ts', "'vitest'"],
  'npx vitest run --config=tests/vitest.config.ts tests/faults/lake-kill.test.ts': [
    'tests/run.ts',
    "'vitest'",
  ],
  'npx playwright test --config=tests/playwright.config.ts roi --project=desktop': [
    'tests/run.ts',
    "'--config=tests/playwright.config.ts'",
  ],
  'npm run bench -- all': ['tests/bench/run.ts', "words.includes('all')"],
  'npm run bench -- lake': ['tests/bench/run.ts', "lake: () => import('./lake.ts')"],
  'npm run bench -- submissions': ['tests/bench/run.ts', "submissions: () => import('./submissions.ts')"],
  'psql "$DATABASE_URL" -c "delete from publish_settings where key = \'content\'"': [
    'tests/api/publishing/nodes.test.ts',
    "deleteFrom('publish_settings').where('key', '=', 'content')",
  ],
  'nginx -s reload': ['tests/api/support/front.ts', "kill('SIGHUP')"],
  'systemctl enable --now cal-site': ['tests/api/deploy/files.test.ts', "'verify'"],
  'docker build -f api/deploy/Dockerfile --build-arg SITE_URL=https://example.com -t cal-site .': [
    'tests/api/deploy/image.test.ts',
    "readDockerfile(path.join(root, 'api/deploy/Dockerfile'))",
  ],
  'docker compose -f api/deploy/compose.yaml up --build': ['tests/api/deploy/files.test.ts', 'compose.yaml'],
  'docker compose -f api/deploy/compose.yaml stop site': ['tests/api/deploy/files.test.ts', 'compose.yaml'],
  'docker compose -f api/deploy/compose.yaml run --rm site npm run restore -- FILE': [
    'tests/api/deploy/image.test.ts',
    "'api/cli/restore.ts'",
  ],
  // Its result is in the repository, where people look at it.
  'npx node tests/guide/pictures.ts': ['tests/guide/pictures.ts', 'takePictures()'],
}

/** Commands that guides mention by name, without arguments. */
const NAMED = new Set([
  'npm run backup',
  'npm run people',
  'npm run restore',
  'npm run bench',
  'npm run content',
])

/** What the command lists: a name for each file, or several (`lighthouse-home`). */
function benches(): string[] {
  return readdirSync(path.join(root, 'tests/bench'))
    .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
    .map((name) => path.basename(name, '.ts'))
    .toSorted()
    .map((name) => `${name}(?:-\\w+(?:, ${name}-\\w+)*)?`)
}

beforeAll(async () => {
  // Without a store there is nothing to list, and the command says so.
  mkdirSync(data)
  const store = newStore(data)
  await store.call('ping', Date.now())
  await store.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each command of a guide is run by a test, and none is listed that no guide has', () => {
  const documented = documentedCommands()
  const untried = documented.filter(
    ({ command }) => !(command in RUN) && !(command in ELSEWHERE) && !NAMED.has(command),
  )
  expect(untried, 'list it in tests/guide/commands.test.ts, with the test that runs it').toEqual([])
  const known = new Set(documented.map(({ command }) => command))
  expect([...Object.keys(RUN), ...Object.keys(ELSEWHERE), ...NAMED].filter((one) => !known.has(one))).toEqual(
    [],
  )
})

test('what guides link to is there, and the pictures of the README are small', () => {
  const guides = new Set(documentedCommands().map(({ guide }) => guide))
  for (const guide of [...guides].filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(path.join(root, guide), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu))
      expect(existsSync(path.join(root, path.dirname(guide), target)), `${guide}: ${target}`).toBe(true)
  }
  const pictures = readFileSync(path.join(root, 'README.md'), 'utf8').match(/[\w./-]+\.webp/gu) ?? []
  expect(pictures).toHaveLength(2)
  const bytes = pictures.map((file) => statSync(path.join(root, file)).size)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(150_000)
})

test('what runs them says so', () => {
  for (const [command, [file, words]] of Object.entries(ELSEWHERE)) {
    expect(existsSync(path.join(root, file)), command).toBe(true)
    expect(readFileSync(path.join(root, file), 'utf8'), command).toContain(words)
  }
})

/** An archive of the sources has no history to ask. */
const isRepository = existsSync(path.join(root, '.git'))
const runnable = Object.entries(RUN).filter(([command]) => isRepository || !command.startsWith('git '))

test.each(runnable)('%s', (command, said) => {
  const file = path.join(folder, command.includes('submissions') ? 'submissions.csv' : 'backup.tar')
  const line = command
    // npm’s own lines name the command.
    .replace('npm run ', 'npm run --silent ')
    .replace('EMAIL', 'nobody@example.com')
    .replace('FILE', file)
    .replace('/NAME', '/zod')
  // A backup is restored into other folders.
  const elsewhere = { DATA_DIR: path.join(folder, 'other'), DIST_DIR: path.join(folder, 'other-dist') }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...env,
      ...(command.includes('restore') && elsewhere),
      // Without sign-in there are no people.
      ...(command.includes('people') && { LAKE_TOKEN: 'a token of sixteen and more' }),
    },
  })
  expect(stdout + stderr).toMatch(said)
  expect(status, stdout + stderr).toBe(command.endsWith(' NAME') ? 1 : 0)
})

test('the content lake starts alone and answers, as its guide says', async () => {
  const [serve = '', curl = ''] = documentedCommands()
    .filter(({ guide, command }) => guide === 'studio/lake/README.md' && command.includes('3333'))
    .map(({ command }) => command.replace('/tmp/lake', path.join(folder, 'lake')))
  const child = spawn('sh', ['-c', `exec ${serve.replace('3333', '0')}`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  try {
    const url = await new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const found = /http:\/\/[\d.]+:\d+/u.exec(line)?.[0]
        if (found !== undefined) resolve(found)
      })
    })
    const asked = curl.replace('http://127.0.0.1:3333', url)
    const { stdout } = spawnSync('sh', ['-c', asked], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ result: expect.any(Number) })
  } finally {
    // npx passes no signals on, so the whole process group is killed.
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await once(child, 'close')
  }
})
