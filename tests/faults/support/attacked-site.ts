import { expect, vi } from 'vitest'
import type { SitePaths } from './attack-corpus.ts'

const LAKE = '/v2025-02-19/data'
const SECRET = 'Nobody may read this yet 7f3a9c'

type Token = string | undefined

/** Writes a draft, of a type that no page shows, and returns the words in it. */
export async function hiddenDraft(url: string, token: Token): Promise<string> {
  const mutations = [{ createOrReplace: { _id: 'drafts.hidden', _type: 'note', title: SECRET } }]
  await ask(url, token, `${LAKE}/mutate/production`, { mutations })
  return SECRET
}

/** Addresses of this site that an attack starts from; the preview's is what an editor may hand to a stranger. */
export async function pathsOf(url: string, token: Token): Promise<SitePaths> {
  const html = await (await fetch(url)).text()
  const asset = /"(\/assets\/[^"]+\.js)"/u.exec(html)?.[1] ?? '/assets/none.js'
  const query = encodeURIComponent('*[_type == "sanity.imageAsset"][0].url')
  const { result } = await ask(url, token, `${LAKE}/query/production?query=${query}`)
  const share = await ask(url, token, '/api/preview/shares', { perspective: 'drafts', path: '/', days: 7 })
  return {
    asset,
    image: new URL(String(result)).pathname,
    preview: new URL(String(share['url']), url).pathname,
  }
}

/** Has the site render, publish and scale something, so that all that is loaded on demand is there. */
export async function workOnce(url: string, token: Token, { preview, image }: SitePaths): Promise<void> {
  const lead = 'A lead before the attack.'
  await ask(url, token, '/v1/data/mutate/production', {
    mutations: [{ patch: { id: 'about', set: { lead } } }],
  })
  await vi.waitFor(async () => expect(await (await fetch(`${url}/about`)).text()).toContain(lead), 60_000)
  for (const path of [preview, `${image}?w=64&fm=png`]) await (await fetch(url + path)).arrayBuffer()
}

/** Every document and its revision. */
export async function lakeState(url: string, token: Token): Promise<unknown> {
  const query = encodeURIComponent('*{_id, _rev} | order(_id)')
  return (await ask(url, token, `${LAKE}/query/production?perspective=raw&query=${query}`))['result']
}

/** Expects that site, forms and, for an editor, the lake with its listeners do their work. */
export async function serves(url: string, token: Token): Promise<void> {
  const page = await fetch(url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('</html>')
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  const joined = await fetch(`${url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'afterwards@example.com', age: 60_000 }),
  })
  expect(joined.status).toBe(201)
  const query = encodeURIComponent('*[_id == "settings"][0]._id')
  expect(await ask(url, token, `${LAKE}/query/production?query=${query}`)).toMatchObject({
    result: 'settings',
  })
  await hears(url, token)
}

/** Opens a listener, makes an edit, and reads until the listener tells of it. */
async function hears(url: string, token: Token): Promise<void> {
  const target = `${url}${LAKE}/listen/production?query=*&includeAllVersions=true`
  const stream = await fetch(target, { headers: headersOf(token), signal: AbortSignal.timeout(60_000) })
  expect(stream.status).toBe(200)
  let text = ''
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const isFirst = !text.includes('welcome')
    text += chunk
    if (isFirst && text.includes('welcome')) await hiddenDraft(url, token)
    if (text.includes('drafts.hidden')) break
  }
  expect(text).toContain('drafts.hidden')
}

async function ask(url: string, token: Token, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    headers: { 'content-type': 'application/json', ...headersOf(token) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

function headersOf(token: Token): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
