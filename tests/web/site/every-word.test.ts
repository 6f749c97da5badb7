import { expect, test } from 'vitest'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { ownImages } from '../../../web/content/picture-files.ts'
import { snapshotOf } from '../../../web/content/snapshot.ts'
import { renderSite } from '../../../web/publisher/render/render-site.ts'
import { launchDocuments } from '../../support/launch-content.ts'

/** Strings that are no words: each is a choice, a place or a day. */
const NO_WORDS = /^(?:_.*|slug|href|section|kind|icon|change|updated|style|listItem|marks)$/

/** What no page of the launch content has room for, and why. */
const RIGHTLY_UNSEEN = {
  'home.whyNow.source': 'stands under a counter whose source is known, and none of the launch has one',
}

const EMAIL = /^(?:\S+@\S+|\{\w+Email\})$/

interface Marked {
  /** Such as `home.hero.headline[0]`. */
  path: string
  mark: string
}

/** The value with a mark of its own in each text, which is added to `marked`. */
function withMarks(value: unknown, path: string, marked: Marked[]): unknown {
  if (typeof value === 'string' && value.startsWith('https:')) return value
  if (typeof value === 'string') {
    const mark = `mk${marked.length}x`
    marked.push({ path, mark })
    // An address that ended with it would be none.
    return EMAIL.test(value) ? mark + value : `${value} ${mark}`
  }
  if (Array.isArray(value)) return value.map((item: unknown, i) => withMarks(item, `${path}[${i}]`, marked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      NO_WORDS.test(key) ? item : withMarks(item, `${path}.${key}`, marked),
    ]),
  )
}

test('every word of the launch content is on a page, or in a file that machines read', async () => {
  const marked: Marked[] = []
  const documents = [...launchDocuments()].map(
    ([id, document]) =>
      [
        id,
        document._type.startsWith('sanity.') ? document : (withMarks(document, id, marked) as StoredDocument),
      ] as const,
  )
  const template = { beforeHead: '<head>', afterHead: '</head><body>', end: '</body>', font: '/font.woff2' }
  const options = { template, origin: 'https://site.example' }
  const { files, faults } = await renderSite(snapshotOf(ownImages(new Map(documents))), options)
  expect(faults).toEqual([])
  expect(marked.length).toBeGreaterThan(500)
  // Some words are put in capitals.
  const shown = [...files.values()].join('\n').toLowerCase()
  const unseen = marked.filter(({ mark }) => !shown.includes(mark)).map(({ path }) => path)
  expect(unseen).toEqual(Object.keys(RIGHTLY_UNSEEN))
})
