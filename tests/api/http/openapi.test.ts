import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { newApp } from '../support/app.ts'

const { forms, get } = newApp()
afterAll(() => forms.close())

interface Document {
  paths: Record<string, Record<string, object>>
}

test('the document has every route of the API, and no other', async () => {
  const nothing = {} as never
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
    forms,
    metrics: { metrics: nothing, access: nothing },
    preview: nothing,
    readers: { checkEditor: nothing },
    people: nothing,
    publishing: {
      service: nothing,
      secret: undefined,
      checkEditor: nothing,
    },
    releaseCheck: { check: nothing, secret: undefined },
    missingPaths: { paths: nothing, checkEditor: nothing },
  })
  const served = app.routes
    .filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
    .map(({ path, method }) => `${method} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`)
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
