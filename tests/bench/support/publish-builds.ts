import type { Content } from '../../../web/content/content.ts'
import { buildPeer, installPeers, type PeerPages } from './build-peers.ts'
import { PEERS } from './peer-sites.ts'
import { median, type PublishedSite } from './published-site.ts'
import { rounds, tabulate } from './tables.ts'

const ROUNDS = rounds(9, 2)

/**
 * A publish of one changed document beside full builds of the same content in the same minutes, in turns, as
 * machines waver. Peers build warm and have bare pages to build. `seenMs` is what an editor saw a publish take.
 */
export async function measureBuilds(site: PublishedSite, seenMs: number): Promise<void> {
  const absent = await installPeers()
  const peers = absent === undefined ? PEERS : []
  const times = new Map<string, number[]>()
  const add = (name: string, took: number) => times.set(name, [...(times.get(name) ?? []), took])

  // One round more, uncounted: caches of all are warm then.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const lead = `A sentence of round ${round}.`
    const { _rev } = await site.client.patch('about').set({ lead }).commit()
    const started = performance.now()
    const published = await site.publish([{ _id: 'about', _rev }])
    const took = { publish: performance.now() - started }
    await site.finish(published)
    const built = await site.build()
    if (round > 0) {
      add('publish', took.publish)
      add('npm run build', built)
    }
    const pages = pagesOf(await site.content())
    for (const peer of peers) {
      const peerTook = await buildPeer(peer, pages, lead)
      if (round > 0) add(`${peer.name}, bare pages`, peerTook)
    }
  }
  const publish = median(times.get('publish') ?? [])
  const row = (ms: number) => ({
    ms: Math.round(ms),
    'of publish': Number((ms / publish).toFixed(1)),
    'of Publish to live': Number((ms / seenMs).toFixed(1)),
  })
  const rows = [...times].map(([name, all]): [string, object] => [name, row(median(all))])
  tabulate(
    'A publish beside full builds',
    `one document changed, median of ${ROUNDS} in turns`,
    Object.fromEntries(rows),
  )
  if (absent !== undefined) console.info(absent)
}

/** All copy by page. What is on several pages is there for each, as it is in ours. */
function pagesOf(content: Content): PeerPages {
  const { settings, home, platform, about, contact, notFound, legalPages } = content
  const { hero, whyNow, howItWorks, cal, demo, features, roi, integrations, security, faq, closing } = content
  const around = { header: settings.header, navigation: settings.navigation, footer: settings.footer }
  const sections = {
    hero,
    whyNow,
    howItWorks,
    cal,
    demo,
    features,
    roi,
    integrations,
    security,
    faq,
    closing,
  }
  const page = (title: string, copy: object) => ({ title, copy: { ...around, ...copy } })
  const result = page(settings.results.seo.title, settings.results)
  return {
    '/': page(home.seo.title, sections),
    '/home': page(home.seo.title, sections),
    '/platform': page(platform.seo.title, { platform, howItWorks, features }),
    '/about': page(about.seo.title, about),
    '/contact': page(contact.seo.title, contact),
    '/received': result,
    '/not-sent': result,
    '/not-found': page(notFound.seo.title, notFound),
    ...Object.fromEntries(
      Object.entries(legalPages).map(([slug, legal]) => [`/${slug}`, page(legal.seo.title, legal)]),
    ),
  }
}
