import path from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { followRelease } from '../../../api/http/release.ts'
import { collapse } from '../../../web/content/redirects.ts'
import { makeSiteRoot, switchRelease } from '../support/site-folder.ts'

type Pair = [from: string, to: string]

const page = '<h1>A page</h1>'

/** A site with these redirects, collapsed as a release does it. */
function serve(...pairs: Pair[]) {
  const root = makeSiteRoot()
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: followRelease(path.join(root, 'dist/site')),
  })
  function publish(id: string, names: string[], ...rules: Pair[]) {
    const written = rules.map(([from, to], index) => ({ _key: `r${index}`, from, to }))
    const { redirects } = collapse(
      written,
      names.map((name) => `/${name}`),
    )
    const pages = Object.fromEntries(names.map((name) => [`${name}.html`, page]))
    switchRelease(root, id, {
      ...pages,
      '404.html': '<h1>Nothing</h1>',
      'release.json': JSON.stringify({ redirects }),
    })
  }
  publish('r2', ['contact'], ...pairs)
  return {
    publish,
    get: async (target: string) => app.fetch(new Request(`http://localhost${target}`)),
  }
}

test.each([
  ['/old', '/contact?a=1#form'],
  ['/old/', '/contact?a=1#form'],
  ['/OLD.html', '/contact?a=1#form'],
  ['/old?b=%2F&c', '/contact?a=1&b=%2F&c#form'],
  ['/%C3%9Cber%20uns', 'https://example.com/%C3%BCber'],
  ['/app', 'https://app.example/#/route#part'],
  ['/app?b=1', 'https://app.example/?b=1#/route#part'],
])('%s moves for good to %s', async (target, location) => {
  const { get } = serve(
    ['/old', '/contact?a=1#form'],
    ['/Über%20uns', 'https://example.com/über'],
    ['/app', 'https://app.example/#/route#part'],
  )
  const response = await get(target)
  expect(response.status).toBe(308)
  expect(response.headers.get('location')).toBe(location)
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('a page that moves away and back again is reached under both addresses, each time at once', async () => {
  const { get, publish } = serve()
  publish('r3', ['b'], ['/a', '/b'])
  expect((await get('/a')).headers.get('location')).toBe('/b')
  expect((await get('/b')).status).toBe(200)

  publish('r4', ['a'], ['/a', '/b'], ['/b', '/a'])
  expect((await get('/b')).headers.get('location')).toBe('/a')
  expect((await get('/a')).status).toBe(200)
})

test('a path on no list redirects nowhere, however it is spelled', async () => {
  const { get } = serve(['/old', 'https://example.com/'])
  for (const target of [
    '//evil.example/old',
    '/old//evil.example',
    '/%2Fold',
    '/\\old',
    '/old%00',
    '/constructor',
  ])
    expect((await get(target)).status, target).toBe(404)
})
