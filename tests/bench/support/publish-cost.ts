import type { Published } from '../../../web/publisher/publish.ts'
import { openPublishedSite, quantile, type PublishedSite } from './published-site.ts'
import { rounds, tabulate } from './tables.ts'

/** Routes of the site: as it is, then with further legal pages. Fewer than its own there can't be. */
const SIZES = [12, 100, 1_000]
const WARM = 5
const ROUNDS = rounds(20, 5)
const REDRAWS = rounds(9, 3)

type Row = Record<'read' | 'render' | 'write' | 'switch' | 'all', number>

/**
 * What a publish costs by the size of the site: one document of one page changed, and one that every page shows.
 * Sites of all sizes take turns, as the machine is not as fast at the end of a minute as at its beginning.
 */
export async function measureCost(): Promise<void> {
  const sites = new Map<number, PublishedSite>()
  try {
    for (const size of SIZES) sites.set(size, await openSiteOf(size))
    tabulate(
      'A publish by the size of the site',
      `ms, one document changed, publish alone, tenth percentile of ${ROUNDS} in turns`,
      await measureSizes(sites),
    )
    const [size, largest] = [...sites].at(-1) ?? []
    if (size === undefined || !largest) return
    const rows: Row[] = []
    for (let round = 0; round < REDRAWS; round += 1)
      rows.push(await changeOne(largest, 'settings', { 'header.menu': `Menu ${round}` }, size))
    tabulate(`All ${size} pages drawn anew`, `ms, tenth percentile of ${REDRAWS}`, {
      'a setting that every page shows': quick(rows),
    })
  } finally {
    for (const site of sites.values()) await site.close()
  }
}

async function measureSizes(sites: ReadonlyMap<number, PublishedSite>) {
  const rows = new Map<number, Row[]>(SIZES.map((size) => [size, []]))
  for (let round = 0; round < WARM + ROUNDS; round += 1)
    for (const [size, site] of sites) {
      const row = await changeOne(site, 'legal-privacy', { title: `Privacy, ${round}` }, 1)
      if (round >= WARM) rows.get(size)?.push(row)
    }
  const table: Record<string, Row & { 'of smallest': number }> = {}
  let smallest: number | undefined
  for (const [size, all] of rows) {
    const row = quick(all)
    smallest ??= row.all
    table[`${size} routes`] = { ...row, 'of smallest': Number((row.all / smallest).toFixed(2)) }
  }
  return table
}

async function changeOne(
  site: PublishedSite,
  id: string,
  fields: Record<string, string>,
  pages: number,
): Promise<Row> {
  const { _rev } = await site.client.patch(id).set(fields).commit()
  const started = performance.now()
  const published = await site.publish([{ _id: id, _rev }])
  const all = performance.now() - started
  if (published.rendered.length !== pages)
    throw new Error(`${id} was to change ${pages} pages, and changed ${published.rendered.length}.`)
  await site.finish(published)
  return { ...published.timings, all }
}

/** A site with further legal pages, until it has so many routes. */
async function openSiteOf(size: number): Promise<PublishedSite> {
  const site = await openPublishedSite()
  const [model] = await site.client.fetch<{ _id: string }[]>('*[_id == "legal-cookies"]')
  const missing = size - routes((await site.publish([])).manifest)
  if (missing <= 0) return site
  const transaction = site.client.transaction()
  for (let count = 0; count < missing; count += 1) {
    const slug = `page-${count}`
    transaction.create({
      ...model,
      _id: `legal-${slug}`,
      _type: 'legalPage',
      slug: { _type: 'slug', current: slug },
    })
  }
  await transaction.commit()
  await site.finish(await site.publish([]))
  return site
}

function routes(manifest: Published['manifest']): number {
  return Object.keys(manifest.pages).length
}

/** What the work takes when nothing else on the machine is in its way. */
function quick(rows: readonly Row[]): Row {
  const of = (name: keyof Row) =>
    Number(
      quantile(
        rows.map((row) => row[name]),
        0.1,
      ).toFixed(1),
    )
  return { read: of('read'), render: of('render'), write: of('write'), switch: of('switch'), all: of('all') }
}
