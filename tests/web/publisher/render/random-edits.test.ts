import { array, asyncProperty, assert, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { isContentError } from '../../../../api/contract/content-error.ts'
import type { Documents, StoredDocument } from '../../../../web/content/documents.ts'
import { holdBack, type Candidate } from '../../../../web/content/hold-back.ts'
import { ownImages } from '../../../../web/content/picture-files.ts'
import { snapshotOf, type Snapshot } from '../../../../web/content/snapshot.ts'
import {
  renderSite,
  type RenderedBefore,
  type SiteRendering,
} from '../../../../web/publisher/render/render-site.ts'
import { parseTemplate } from '../../../../web/publisher/render/template.ts'
import { landingPage } from '../../../support/landing-pages.ts'
import { launchDocuments } from '../../../support/launch-content.ts'

const RUNS = Number(process.env['RANDOM_EDITS_RUNS'] ?? 15)
const options = {
  template: parseTemplate(
    '<html><head><link rel="preload" href="/font.woff2" as="font"><!--head--></head><body><div id="root"></div></body></html>',
  ),
  origin: 'https://site.example',
}
const WORDS = ['One', 'Two words', '{brand} rules', '{headline}', '{salesEmail}', '{answers} of 2', 'Ünï']
const PLACES = ['/', '/contact', '/spring', '/autumn#x', 'https://elsewhere.example/', '/old']

/** A change of one value: of the `place`-th of all that a document holds, by the `choice`-th of what may stand there. */
interface Edit {
  kind: 'value' | 'removal' | 'order' | 'page'
  document: number
  place: number
  choice: number
}

const edits = array(
  record({
    kind: constantFrom<Edit['kind']>('value', 'value', 'value', 'removal', 'order', 'page'),
    document: nat(),
    place: nat(),
    choice: nat(),
  }),
  { minLength: 1, maxLength: 8 },
)

test(
  `a site after edits is the same as one made at once, ${RUNS} times`,
  { timeout: RUNS * 60_000 },
  async () => {
    let compared = 0
    const every = asyncProperty(edits, async (all) => {
      let fresh: Documents = withQuote(launchDocuments(), 'spring')
      let lastGood = fresh
      let before: (RenderedBefore & { snapshot: Snapshot }) | undefined
      const pages = new Map<string, string>()
      for (const edit of all) {
        const edited = withEdit(fresh, edit)
        const candidate = tryHoldBack(edited, lastGood, before?.snapshot)
        if (!candidate) continue
        const { documents, snapshot } = candidate
        const whole = await renderSite(snapshotOf(ownImages(documents)), options)
        const site = await renderSite(snapshot, options, before)
        if (whole.faults.length > 0) continue
        expect(site.faults).toEqual([])
        expect(site.pages).toEqual(whole.pages)
        expect(machineFiles(site)).toEqual(machineFiles(whole))
        for (const [file, text] of site.files) pages.set(file, text)
        for (const [file, text] of whole.files) expect(pages.get(file) === text, file).toBe(true)
        fresh = edited
        lastGood = documents
        before = { pages: site.pages, snapshot }
        compared += 1
      }
    })
    await assert(every, { numRuns: RUNS })
    expect(compared).toBeGreaterThan(RUNS)
  },
)

/** Undefined where no site can be made of the documents. */
function tryHoldBack(fresh: Documents, lastGood: Documents, before?: Snapshot): Candidate | undefined {
  try {
    return holdBack({ fresh, lastGood, before })
  } catch (error) {
    if (isContentError(error)) return undefined
    throw error
  }
}

function machineFiles({ forMachines }: SiteRendering): [name: string, text: string][] {
  return [...forMachines].map(([name, bytes]) => [name, String(bytes)])
}

function withQuote(documents: Documents, slug: string): Map<string, StoredDocument> {
  const quote = { _type: 'quoteBlock', _key: 'q', quote: 'Yes, {brand}.', person: 'Dana' }
  const page = landingPage(slug, { blocks: [quote] })
  return new Map(documents).set(page._id, page)
}

let revision = 0

function withEdit(documents: Documents, { kind, document: which, place, choice }: Edit): Documents {
  const own = [...documents.values()].filter(({ _type: type }) => !type.startsWith('sanity.'))
  const landing = documents.has('landing-autumn')
  if (kind === 'page' && !landing) return withQuote(documents, 'autumn')
  if (kind === 'page') return new Map([...documents].filter(([id]) => id !== 'landing-autumn'))
  const document = structuredClone(own[which % own.length])
  if (!document) return documents
  const all = placesIn(document)
  const found = all[place % all.length]
  if (!found) return documents
  change(found, kind, choice, documents)
  revision += 1
  const { _id: id } = document
  const at = new Date(1_760_000_000_000 + revision).toISOString()
  return new Map(documents).set(id, { ...document, _rev: `${id}-edit-${revision}`, _updatedAt: at })
}

interface Place {
  holder: Record<string, unknown>
  key: string
}

/** Every place in a document that an editor can change. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder)
    .filter((key) => !key.startsWith('_') || key === '_ref')
    .flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

function change({ holder, key }: Place, kind: Edit['kind'], choice: number, documents: Documents): void {
  const value = holder[key]
  const pick = (all: readonly string[]) => all[choice % all.length]
  if (Array.isArray(value) && kind === 'order') value.reverse()
  else if (Array.isArray(value)) value.splice(choice % (value.length || 1), 1)
  else if (kind === 'removal' && Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (kind === 'removal') delete holder[key]
  else if (typeof value === 'boolean') holder[key] = !value
  else if (typeof value === 'number') holder[key] = choice % 100
  else if (key === '_ref') holder[key] = pick(alike(String(value), documents))
  else if (typeof value === 'string') holder[key] = pick(key === 'href' ? PLACES : WORDS)
}

/** Ids of the documents of the same type. */
function alike(id: string, documents: Documents): string[] {
  const type = documents.get(id)?._type
  return [...documents.values()].filter((one) => one._type === type).map((one) => one._id)
}
