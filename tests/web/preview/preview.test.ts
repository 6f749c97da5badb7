import { schemaIdSingleton, schemaTypeSingleton } from '@sanity/preview-url-secret/constants'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isOperational } from '../../../api/contract/operational-error.ts'
import { openPreview, type Preview } from '../../../web/preview/preview.ts'
import { sourceOf } from '../../../web/site/policy.ts'
import { clientOf, root, startLake } from '../../support/lake.ts'
import { bar, DRAFTS } from './fixture.ts'

let lake: Awaited<ReturnType<typeof startLake>>
let preview: Preview
const PUBLISHED = { perspective: 'published' } as const

function client() {
  return clientOf(lake.url, { token: 'local' })
}

async function draft(id: string, fields: Record<string, unknown>): Promise<void> {
  const published = await client().getDocument(id)
  if (!published) throw new Error(`The launch content has no ${id}.`)
  await change(() => client().createOrReplace({ ...published, ...fields, _id: `drafts.${id}` }))
}

/** Makes a change and waits until the preview has heard of it. */
async function change(make: () => Promise<unknown>): Promise<void> {
  await preview.moment()
  const heard = new Promise<void>((resolve) => {
    const stop = preview.subscribe(() => {
      stop()
      resolve()
    })
  })
  await make()
  await heard
}

beforeAll(async () => {
  lake = await startLake()
  const template = path.join(await mkdtemp(path.join(tmpdir(), 'template-')), 'template.html')
  await writeFile(template, await readFile(path.join(root, 'web/index.html')))
  preview = openPreview({ env: { LAKE_URL: lake.url }, template, origin: 'https://site.example' })
})

afterAll(async () => {
  preview.close()
  await lake.close()
})

beforeEach(async () => {
  const drafts = await client().fetch<string[]>(
    '*[_id in path("drafts.*") && !(_type match "sanity*")]._id',
    {},
    { perspective: 'raw' },
  )
  for (const id of drafts) await change(() => client().delete(id))
})

describe('a page of drafts', () => {
  test('shows the draft in its scope, and what is published elsewhere', async () => {
    await draft('about', { title: 'About a draft' })
    const titles = await Promise.all(
      [DRAFTS, PUBLISHED, scopeOf('about'), scopeOf('contact')].map(async (scope) => {
        const { html } = await preview.page({ path: '/about', scope, bar })
        return html.includes('About a draft')
      }),
    )
    expect(titles).toEqual([true, false, true, false])
  })

  test('is told of by each listener, whatever another one throws', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const stop = preview.subscribe(() => {
      throw new Error('Not for the others.')
    })
    await draft('about', { title: 'Heard of all the same' })
    stop()
    expect(said).toHaveBeenCalledExactlyOnceWith(new Error('Not for the others.'))
    said.mockRestore()
    expect((await preview.page({ path: '/about', scope: DRAFTS, bar })).html).toContain(
      'Heard of all the same',
    )
  })

  test('shows no draft that was discarded', async () => {
    await draft('about', { lead: 'Soon gone.' })
    await change(() => client().delete('drafts.about'))
    expect((await preview.page({ path: '/about', scope: DRAFTS, bar })).html).not.toContain('Soon gone.')
  })

  test('holds edit attributes for editors alone', async () => {
    const request = { path: '/about', scope: DRAFTS, bar }
    expect((await preview.page({ ...request, studio: '/studio' })).html).toContain(
      'data-sanity="id=about;type=about;path=title;base=%2Fstudio"',
    )
    expect((await preview.page(request)).html).not.toContain('data-sanity')
  })

  test('keeps edit attributes right while texts come and go', async () => {
    const request = { path: '/', scope: DRAFTS, bar, studio: '/studio' }
    await preview.page(request)
    const groups = await client().fetch<{ _id: string; items: object[] }[]>('*[_type == "faqGroup"]')
    const [group] = groups
    if (!group) throw new Error('The launch content has no FAQ group.')
    await draft(group._id, { items: group.items.slice(1), title: 'Fewer' })
    const { html } = await preview.page(request)
    expect(html).toMatch(
      new RegExp(`data-sanity="id=${group._id};type=faqGroup;path=title;[^>]*>(?:<[^>]*>)*Fewer`),
    )
    const about = html.match(/data-sanity="id=settings;type=settings;path=brand.word/g)
    expect(about?.length).toBeGreaterThan(0)
    expect(html).not.toMatch(/[\uE000-\uF8FF]/)
  })

  test('leads to other drafts, and has nothing that fetches them ahead', async () => {
    const { html } = await preview.page({ path: '/platform', scope: DRAFTS, bar })
    const own = [...html.matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map(([, href]) => href ?? '')
    expect(own.length).toBeGreaterThan(5)
    expect(own.filter((href) => !href.startsWith('/preview/T/') && href !== '/platform')).toEqual([])
    expect(html).not.toContain('speculationrules')
  })

  test('says what to mend where a draft can’t be rendered', async () => {
    await draft('home', { hero: null })
    const { status, html } = await preview.page({ path: '/', scope: DRAFTS, bar })
    expect(status).toBe(422)
    expect(html).toContain('Home: “Hero” is empty.')
    expect(html).toContain('<preview-bar')
  })

  test('is the 404 page at an address that the site has not', async () => {
    const { status, html } = await preview.page({ path: '/nowhere', scope: DRAFTS, bar })
    expect(status).toBe(404)
    expect(html).toContain('<main id="main"')
  })

  test('has a policy that knows its inline scripts, and sends forms nowhere', async () => {
    // Only a long page has the script that marks what is laid out late.
    for (const page of ['/', '/about']) {
      const { html, policy } = await preview.page({ path: page, scope: DRAFTS, bar })
      const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => sourceOf(text))
      expect(inline).toHaveLength(1)
      expect(policy).toMatch(/script-src 'self'(?: 'sha256-[^']+')+;/)
      expect(policy).toContain(inline[0])
      expect(policy).toContain("form-action 'none'")
    }
  })
})

describe('a comparison', () => {
  test('marks the words that only one side has', async () => {
    await draft('about', { title: 'The Execution Accountability Engine' })
    const request = { path: '/about', scope: DRAFTS, base: '/preview/T' }
    const before = await preview.side({ ...request, side: 'before' })
    const after = await preview.side({ ...request, side: 'after' })
    expect(before.html).toContain('<mark class="changed">Governance</mark>')
    expect(after.html).toContain('<mark class="changed">Accountability</mark>')
    for (const { html } of [before, after]) expect(html).not.toMatch(/<script(?! type="application\/ld)/)
  })

  test('lists what would be held, and why', async () => {
    const request = { path: '/about', scope: DRAFTS, base: '/preview/T' }
    expect((await preview.compare(request)).html).toContain('Nothing would hold these drafts back.')
    await draft('about', { lead: '' })
    expect((await preview.compare(request)).html).toContain('<b>About</b> “Lead” is empty.')
  })
})

describe('an entry', () => {
  test('accepts the secret that the Studio made, and no other', async () => {
    const { secret } = await createPreviewSecret(client(), 'tests', `${lake.url}/studio`, 'tests')
    expect(await preview.admits(entry(secret))).toBe(true)
    expect(await preview.admits(entry(`${secret}x`))).toBe(false)
    expect(await preview.admits('https://site.example/api/preview/enter')).toBe(false)
  })

  test('refuses the secret of a shared preview, which would never expire', async () => {
    const secret = 'written-by-an-editor-1'
    const shared = { _id: schemaIdSingleton, _type: schemaTypeSingleton, secret }
    await client().createOrReplace({ ...shared, studioUrl: `${lake.url}/studio` })
    expect(await preview.admits(entry(secret))).toBe(false)
  })
})

describe('what a share link shows that has ended', () => {
  test('is in the site’s look, and an expected failure where what is published can’t be rendered', async () => {
    expect(await preview.ended({ end: 'ended' })).toMatchObject({
      status: 410,
      html: expect.stringContaining('This link has ended'),
    })
    const settings = await client().getDocument('settings')
    await change(() => client().patch('settings').unset(['brand']).commit())
    const failure = await preview.ended({ end: 'ended' }).catch((error: unknown) => error)
    expect(failure).toSatisfy(isOperational)
    expect(failure).toMatchObject({ message: expect.stringMatching(/^What is published can’t be drawn/) })
    if (settings) await change(() => client().createOrReplace(settings))
  })
})

describe('a hosted dataset', () => {
  test('needs a token for its drafts, and says so', () => {
    const env = { SANITY_PROJECT_ID: 'abc', SANITY_DATASET: 'production' }
    expect(() => openPreview({ env, template: '', origin: 'https://site.example' })).toThrow(
      'SANITY_API_TOKEN',
    )
  })
})

function entry(secret: string): string {
  return `https://site.example/api/preview/enter?sanity-preview-secret=${secret}`
}

function scopeOf(document: string) {
  return { perspective: 'document', document } as const
}
