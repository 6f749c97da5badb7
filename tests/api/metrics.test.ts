import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { makeRoot, serve, type Served } from './support/child.ts'

const deploy = new URL('../../api/deploy/', import.meta.url)
let served: Served
let url: string

beforeAll(async () => {
  served = serve(makeRoot())
  url = await served.url()
})

afterAll(async () => {
  served.child.kill('SIGKILL')
  await served.exit
})

async function scrape(): Promise<string> {
  return (await fetch(`${url}/api/metrics`)).text()
}

test('requests are counted by group and class of status, never by path', async () => {
  for (const path of [
    '/',
    '/platform?from=ad',
    '/no-such-page',
    '/assets/client-1a2b3c.js',
    '/v1/ping',
    '/api/health',
  ])
    await (await fetch(url + path)).arrayBuffer()
  await fetch(`${url}/api/waitlist`, { method: 'POST', body: '{}' })
  await vi.waitFor(async () => {
    const text = await scrape()
    const counts = text
      .match(/^site_http_request_duration_seconds_count.*$/gmu)
      ?.map((line) => line.slice(40))
    expect(counts).toEqual(
      expect.arrayContaining([
        '{route="page",status="2xx"} 2',
        '{route="page",status="4xx"} 1',
        '{route="asset",status="2xx"} 1',
        '{route="content",status="2xx"} 1',
        '{route="form",status="4xx"} 1',
      ]),
    )
    expect(text).not.toMatch(/platform|no-such|from=ad/u)
  }, 10_000)
})

/** The metrics that a PromQL expression names. */
function namesIn(expression: string): string[] {
  return expression.match(/\b(?:site|nodejs|process)_\w+/gu) ?? []
}

const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', deploy), 'utf8')) as {
  templating: { list: { query: string | { query: string } }[] }
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
}
const { groups } = parse(readFileSync(new URL('alerts.yml', deploy), 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}

const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...dashboard.templating.list.map(
    ({ query }) => ['the choice of jobs', typeof query === 'string' ? query : query.query] as const,
  ),
]

test('dashboard and alerts use metrics and labels that a running server has', async () => {
  const text = await scrape()
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].map(([, name = '', type = '']) => [name, type]),
  )
  for (const [where, expression] of queries) {
    for (const name of namesIn(expression)) {
      const series = types.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/u, '')
      expect([...types.keys()], `${where}: ${name}`).toContain(series)
      if (series !== name) expect(types.get(series), `${where}: ${name}`).toBe('histogram')
      // A counter says nothing by its height.
      if (types.get(series) === 'counter') expect(expression).toMatch(/(?:rate|increase)\(/u)
    }
  }
  expect(queries.flatMap(([, expression]) => namesIn(expression)).length).toBeGreaterThan(20)
})

test('each metric is on the dashboard or in an alert, and each alert says what to do', async () => {
  const text = await scrape()
  const own = [...text.matchAll(/^# TYPE (site_\S+)/gmu)].map(([, name = '']) => name)
  const used = queries.flatMap(([, expression]) => namesIn(expression))
  const idle = own.filter((name) => !used.some((one) => one.startsWith(name)))
  expect(idle).toEqual([])
  for (const rule of groups.flatMap(({ rules }) => rules))
    expect([rule.alert, Object.keys(rule.annotations)]).toEqual([rule.alert, ['summary', 'action']])
})
