import { validate } from 'dockerfile-utils'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listSettings } from '../../../api/env-schema.ts'
import { parseEnv } from '../../../api/env.ts'
import { root } from '../../support/lake.ts'
import { nobody } from '../support/checkout.ts'
import { readDockerfile, variablesOf } from '../support/dockerfile.ts'

const deploy = path.join(root, 'api/deploy')
const settings = new Set(listSettings().map(({ name }) => name))
/** Variables that Node and the system's allocator read, and no program. */
const OF_THE_PROCESS = /^(?:NODE|MALLOC)_/u
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Compose {
  services: Record<
    string,
    {
      image?: string
      build?: { context: string; dockerfile: string; args: Record<string, string> }
      environment?: Record<string, string>
      volumes?: string[]
      depends_on?: Record<string, unknown>
      healthcheck?: unknown
      read_only?: boolean
      tmpfs?: string[]
      logging?: { driver: string }
    }
  >
  volumes: Record<string, unknown>
}

test('the services of compose.yaml find each other, and the server takes their settings', () => {
  const { services, volumes } = parse(read('api/deploy/compose.yaml')) as Compose
  const { site } = services
  const stages = readDockerfile(path.join(deploy, 'Dockerfile'))
  const image = variablesOf(stages[1])
  expect(path.join(deploy, site?.build?.context ?? '', site?.build?.dockerfile ?? '')).toBe(
    path.join(deploy, 'Dockerfile'),
  )
  for (const arg of Object.keys(site?.build?.args ?? {})) expect(Object.keys(image)).toContain(arg)
  const given = Object.entries({ ...image, ...site?.environment }).map(([name, value]) => [
    name,
    value
      .replaceAll(/\$\{\w+:-([^}]*)\}/gu, '$1')
      .replaceAll(/\$\{\w+:\?[^}]*\}/gu, 'a-secret-of-some-length'),
  ])
  for (const [name = ''] of given) if (!OF_THE_PROCESS.test(name)) expect([...settings]).toContain(name)
  expect(parseEnv(Object.fromEntries(given) as Record<string, string>).faults).toEqual([])
  for (const url of [site?.environment?.['DATABASE_URL'], site?.environment?.['SMTP_URL']]) {
    const [, host = ''] = /(?:@|\/\/)([a-z]+):\d+/u.exec(url ?? '') ?? []
    expect(Object.keys(services)).toContain(host)
  }
  expect(site).toMatchObject({ read_only: true, tmpfs: ['/tmp'] })
  // A flood of refused posts logs gigabytes a day, and this driver keeps the newest alone.
  for (const { logging } of Object.values(services)) expect(logging?.driver).toBe('local')
  const mounts = site?.volumes?.map((volume) => volume.split(':')[1])
  expect(mounts).toEqual([image['DATA_DIR'], image['DIST_DIR']])
  for (const [name, service] of Object.entries(services)) {
    expect(service.image ?? 'built here:x', name).toMatch(/:(?!latest$)\S+$/u)
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(services)).toContain(other)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('.')) expect(existsSync(path.join(deploy, source)), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
  }
})

test.skipIf(spawnSync('docker', ['compose', 'version']).status !== 0)('docker reads compose.yaml', () => {
  const secrets = { LAKE_TOKEN: 'a-secret-of-some-length', POSTGRES_PASSWORD: 'another' }
  const env = { ...process.env, ...secrets }
  execFileSync('docker', ['compose', '-f', path.join(deploy, 'compose.yaml'), 'config', '--quiet'], { env })
})

test('the Dockerfile has no build warnings', () => {
  expect(validate(read('api/deploy/Dockerfile'))).toEqual([])
})

test('the workflow runs what the README says, on the Node that the project names', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, string> }[] }>
  }
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const readme = read('README.md')
  expect(steps.map((step) => step.run)).toContain('npm ci && npm test')
  expect(readme).toContain('\nnpm ci && npm test\n')
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/u)
  const file = steps.find((step) => step.with?.['node-version-file'])?.with?.['node-version-file']
  expect(existsSync(path.join(root, file ?? ''))).toBe(true)
  const [, dockerfile = ''] =
    /docker build -f (\S+)/u.exec(steps.find((step) => step.run?.startsWith('docker'))?.run ?? '') ?? []
  expect(existsSync(path.join(root, dockerfile)), dockerfile).toBe(true)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)(
  'Prometheus reads the alert rules, and they speak when they should (needs promtool)',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'))
    const job = 'job="cal-site",instance="a:1"'
    /** What is measured each minute, and which alerts it leads to by then. */
    const cases: [series: Record<string, string>, minutes: number, alerts: string[]][] = [
      [{ [`up{${job}}`]: '0x5' }, 3, ['SiteIsDown']],
      [{ [`up{${job}}`]: '1x5' }, 3, []],
      [{ [`site_outbox_deliveries{channel="crm",state="dead"}`]: '2x5' }, 1, ['DeliveriesGivenUp']],
      [{ 'site_outbox_oldest_due_seconds{channel="mail"}': '3700x5' }, 1, ['DeliveriesWait']],
      [{ 'site_outbox_oldest_due_seconds{channel="mail"}': '3500x1' }, 1, []],
      [
        { [`site_form_post_duration_seconds_count{status="503",instance="a:1"}`]: '0+1x20' },
        5,
        ['PostsFail'],
      ],
      [
        { 'site_publishes_waiting{instance="a:1"}': '3x20', 'site_release_pinned{instance="a:1"}': '0x20' },
        12,
        ['PublishesWait'],
      ],
      [
        { 'site_publishes_waiting{instance="a:1"}': '3x20', 'site_release_pinned{instance="a:1"}': '1x20' },
        12,
        [],
      ],
    ]
    const { groups } = parse(read('api/deploy/alerts.yml')) as { groups: { rules: { alert: string }[] }[] }
    const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
    const expression = `count by (alertname) (ALERTS{alertstate="firing"})`
    const tests = cases.map(([series, minutes, alerts]) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: expression,
          eval_time: `${minutes}m`,
          exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
        },
      ],
    }))
    for (const name of cases.flatMap(([, , alerts]) => alerts)) expect(names).toContain(name)
    const file = path.join(folder, 'alerts-test.json')
    writeFileSync(file, JSON.stringify({ rule_files: [path.join(deploy, 'alerts.yml')], tests }))
    execFileSync('promtool', ['check', 'rules', path.join(deploy, 'alerts.yml')], { stdio: 'pipe' })
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  },
)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd finds nothing wrong with the unit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'unit-'))
  const unit = path.join(folder, 'cal-site.service')
  // The checkout stands elsewhere here, and a unit would have to escape what its path may hold.
  const home = path.join(folder, 'cal')
  symlinkSync(root, home)
  writeFileSync(unit, read('api/deploy/cal-site.service').replaceAll('/srv/cal', home))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('cal-site'))).toEqual([])
  expect(status).toBe(0)
})

test('the unit sets what the server takes, and lets it write where its settings lead', () => {
  const unit = read('api/deploy/cal-site.service')
  const all = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.+)$`, 'gmu'))].map(([, value = '']) => value)
  for (const setting of all('Environment')) {
    const [name = ''] = setting.split('=')
    if (!OF_THE_PROCESS.test(name)) expect([...settings]).toContain(name)
  }
  // What commands have to know, too, is in .env.
  expect(unit).toContain(`DATA_DIR=/var/lib/${all('StateDirectory')[0]}`)
  // DIST_DIR is its default, below the checkout.
  const [home = ''] = all('WorkingDirectory')
  expect(all('ReadWritePaths')).toEqual([`${home}/dist`])
  expect(all('Environment')).toContain(`NODE_COMPILE_CACHE=${home}/dist/compile-cache`)
})

// With nginx-static.conf, nginx's workers read what the server wrote, and are neither its user nor of its group.
test.skipIf(nobody.uid === undefined)(
  'a release that the unit’s server wrote is read by a web server (needs root)',
  () => {
    const [, umask = ''] = /^UMask=(\d+)$/mu.exec(read('api/deploy/cal-site.service')) ?? []
    const dist = mkdtempSync(path.join(tmpdir(), 'served-'))
    // As the operator made it.
    chmodSync(dist, 0o755)
    const release = pathToFileURL(path.join(root, 'web/publisher/release/')).href
    const write = `
    const { replaceFile } = await import('${release}replace-file.ts')
    const { switchTo } = await import('${release}switch.ts')
    await replaceFile('${dist}/.staged/assets/page.css', 'p {}')
    await switchTo('${dist}/.staged', '${dist}', { id: 'one' })`
    const args = ['-c', `umask ${umask} && exec "$0" --input-type=module -e "$1"`, process.execPath, write]
    execFileSync('sh', args, { stdio: 'pipe' })
    const asked = [path.join(dist, 'site/assets/page.css')]
    const { stdout, stderr } = spawnSync('cat', asked, { ...nobody, encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['p {}', ''])
  },
)

// A restore comes ahead of the first start, which is when systemd would make the unit's own folder.
test.skipIf(nobody.uid === undefined)(
  'the folders that the guide has made take a restore before the unit ever ran (needs root)',
  () => {
    const [, step = ''] = /^2\. \*\*The sources\*\*: (.+)$/mu.exec(read('api/README.md')) ?? []
    const [, state = ''] = /^StateDirectory=(.+)$/mu.exec(read('api/deploy/cal-site.service')) ?? []
    const folder = mkdtempSync(path.join(tmpdir(), 'machine-'))
    chmodSync(folder, 0o755)
    for (const [, command = ''] of step.matchAll(/`(install [^`]+)`/gu)) {
      const here = command.replace('-o cal -g cal', `-o ${nobody.uid} -g ${nobody.gid}`)
      execFileSync('sh', ['-c', here.replace('/var/lib', folder)], { cwd: folder })
    }
    const [data, dist] = [path.join(folder, state), path.join(folder, 'dist')]
    for (const written of [data, dist])
      expect(spawnSync('touch', [path.join(written, 'file')], nobody).status, written).toBe(0)
    expect([data, dist].map((made) => statSync(made).mode & 0o777)).toEqual([0o700, 0o755])
  },
)

test('the unit closes DATA_DIR to others before the server is there', () => {
  expect(read('api/deploy/cal-site.service')).toMatch(/^StateDirectoryMode=0700$/mu)
})

test.skipIf(spawnSync('caddy', ['version']).status !== 0)(
  'Caddy and nginx pass on the largest file that the content lake takes (needs caddy)',
  () => {
    const args = ['adapt', '--config', path.join(deploy, 'Caddyfile'), '--adapter', 'caddyfile']
    const { stdout } = spawnSync('caddy', args, { encoding: 'utf8' })
    const lake = read('studio/lake/http/upload-routes.ts')
    const limit = Number(/MAX_FILE_BYTES = ([\d_]+)\n/u.exec(lake)?.[1]?.replaceAll('_', ''))
    expect(Number(/"max_size":(\d+)/u.exec(stdout)?.[1])).toBeGreaterThanOrEqual(limit)
    for (const name of ['nginx-proxy.conf', 'nginx-static.conf']) {
      const [, megabytes] = /client_max_body_size (\d+)m;/u.exec(read(`api/deploy/${name}`)) ?? []
      expect(Number(megabytes) * 1024 * 1024, name).toBeGreaterThanOrEqual(limit)
    }
  },
)

test('every way to start the server bounds its memory alike', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const starts = [scripts['start'], read('api/deploy/Dockerfile'), read('api/deploy/cal-site.service')]
  for (const setting of ['MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072'])
    for (const start of starts) expect(start).toMatch(new RegExp(String.raw`\b${setting}\s`, 'u'))
})
