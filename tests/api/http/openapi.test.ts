import { afterAll, expect, test } from 'vitest'
import { createApp, type AppParts } from '../../../api/http/app.ts'
import { newApp } from '../support/app.ts'

const { forms, get } = newApp()
afterAll(() => forms.close())

interface Document {
  paths: Record<string, Record<string, object>>
}

const nothing = {} as never
/** All that the API can have addresses for: what is not here has none that the tests below see. */
const parts: AppParts = {
  forms,
  lake: nothing,
  content: nothing,
  publishing: { service: nothing, secret: undefined, checkEditor: nothing },
  releaseCheck: { check: nothing, secret: undefined },
  studio: nothing,
  readers: { checkEditor: nothing },
  people: nothing,
  missingPaths: { paths: nothing, checkEditor: nothing },
  preview: nothing,
  metrics: { metrics: nothing, access: nothing },
}
const app = createApp({
  ...parts,
  siteUrl: undefined,
  isReady: () => true,
  release: () => Promise.resolve(new Map()),
})

/** Each address of the API, with its methods. */
function addresses(): Map<string, string[]> {
  const routes = app.routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return new Map([...byPath].map(([path, all]) => [path, [...new Set(all.map(({ method }) => method))]]))
}

test('the document has every route of the API, and no other', async () => {
  const served = [...addresses()].flatMap(([path, methods]) =>
    methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`),
  )
  const { paths } = (await (await get('/api/openapi.json')).json()) as Document
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const missing = served.filter((route) => !described.includes(route))
  const gone = described.filter((route) => !served.includes(route))
  expect(missing, 'served and not described: add these to paths in api/http/openapi.ts').toEqual([])
  expect(gone, 'described and not served: take these out of paths in api/http/openapi.ts').toEqual([])
})

test('parameters that stand in a path are described', async () => {
  const { paths } = (await (await get('/api/openapi.json')).json()) as Document
  for (const [path, methods] of Object.entries(paths))
    for (const name of path.matchAll(/\{(\w+)\}/gu))
      expect(JSON.stringify(methods), path).toContain(`"name":"${name[1]}","in":"path"`)
})

test('every address of the API refuses other methods, and names those that it takes', async () => {
  const answers: Record<string, string> = {}
  const wanted: Record<string, string> = {}
  for (const [path, methods] of addresses()) {
    const url = `http://localhost${path.replaceAll(/:\w+/gu, '0')}`
    const { status, headers } = await app.request(url, { method: 'PATCH' }, {})
    answers[path] = `${status}, ${headers.get('allow')}`
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    wanted[path] = `405, ${allowed.join(', ')}`
  }
  expect(answers, '.all(path, otherMethods(…)) is missing behind a route, or names others').toEqual(wanted)
})
