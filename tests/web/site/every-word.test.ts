import { expect, test } from 'vitest'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import { renderSite } from '../../../web/publisher/render/render-site.ts'
import { launchDocuments } from '../../support/launch-content.ts'

/** Strings that are no words: each is a choice or a place. */
const NO_WORDS = /^(?:_.*|slug|href|section|kind|icon|change|style|listItem|marks)$/

/** Nor is an address or a day. */
const NO_WORD = /^(?:https:|\d{4}-\d\d-\d\d$)/

/** What no page of the launch content has room for, and why. */
const RIGHTLY_UNSEEN = {
  'home.whyNow.source': 'stands under a counter whose source is known, and none of the launch has one',
}

const EMAIL = /^(?:\S+@\S+|\{\w+Email\})$/

/** Attributes that are read out, or shown over what has them. */
const SPOKEN = /\s(?:aria-label|alt|title|placeholder|data-tooltip)=(?:"([^"]*)"|'([^']*)'|([^\s>]*))/g

/** @param path such as `home.hero.headline[0]` */
type Rewrite = (text: string, path: string) => string

/** The value with each of its texts written anew. */
function rewritten(value: unknown, path: string, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return NO_WORD.test(value) ? value : rewrite(value, path)
  if (Array.isArray(value)) return value.map((item: unknown, i) => rewritten(item, `${path}[${i}]`, rewrite))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      NO_WORDS.test(key) ? item : rewritten(item, `${path}.${key}`, rewrite),
    ]),
  )
}

/** The files of a site of the launch content with each text written anew. */
async function filesWith(rewrite: Rewrite): Promise<ReadonlyMap<string, string>> {
  const documents = [...launchDocuments()].map(([id, document]) => {
    const isPicture = document._type.startsWith('sanity.')
    return [id, isPicture ? document : (rewritten(document, id, rewrite) as StoredDocument)] as const
  })
  const template = { beforeHead: '<head>', afterHead: '</head><body>', end: '</body>', font: '/font.woff2' }
  const options = { template, origin: 'https://site.example' }
  const { files, forMachines, faults } = await renderSite(snapshotOf(ownImages(new Map(documents))), options)
  expect(faults).toEqual([])
  const told = [...forMachines].map(([name, data]) => [name, Buffer.from(data).toString()] as const)
  return new Map([...files, ...told])
}

test('every word of the launch content is on a page, or in a file that machines read', async () => {
  const marked: { path: string; mark: string }[] = []
  const files = await filesWith((text, path) => {
    const mark = `mk${marked.length}x`
    marked.push({ path, mark })
    // An address that ended with it would be none.
    return EMAIL.test(text) ? mark + text : `${text} ${mark}`
  })
  expect(marked.length).toBeGreaterThan(500)
  // Some words are put in capitals.
  const shown = [...files.values()].join('\n').toLowerCase()
  const unseen = marked.filter(({ mark }) => !shown.includes(mark)).map(({ path }) => path)
  expect(unseen).toEqual(Object.keys(RIGHTLY_UNSEEN))
})

test('no word of a page stands in the code: each is content, names of controls among them', async () => {
  let count = 0
  const files = await filesWith((text) => (EMAIL.test(text) ? text : `${(count += 1)}`))
  const pages = [...files].filter(([path]) => path.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(8)
  const fixed = pages.flatMap(([path, html]) => {
    const bare = html.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')
    const spoken = [...bare.matchAll(SPOKEN)].map(([, ...values]) => values.find(Boolean) ?? '')
    const texts = [...bare.split(/<[^>]*>/), ...spoken]
    return texts
      .filter((text) => /\p{L}{2}/u.test(text) && !EMAIL.test(text))
      .map((text) => `${path}: ${text}`)
  })
  expect(fixed).toEqual([])
})
