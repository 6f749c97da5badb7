import { setTimeout as delay } from 'node:timers/promises'
import { reportingSite } from './support/page-reports.ts'
import { openPlainChromium } from './support/plain-chromium.ts'
import { quantile } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const ROUNDS = rounds(10, 3)
/** How long a pointer rests on a link before it is pressed: browsers begin to prepare its page after 200 ms. */
const REST_MS = 2500

/**
 * From a click on a link to the page behind it, in a browser that nobody debugs; and what Back gives. Without a
 * graphics card the view transition alone takes most of that time.
 */
export async function run(): Promise<void> {
  const server = await startServer()
  await server.studioIsBuilt()
  try {
    const rows = {
      'prepared ahead': await measure(server.url, true),
      'not prepared': await measure(server.url, false),
    }
    tabulate('From / to /contact and Back', `ms, ${ROUNDS} rounds`, rows)
  } finally {
    await server.stop()
  }
}

async function measure(url: string, ahead: boolean): Promise<object> {
  const site = await reportingSite(url, ahead)
  const browser = await openPlainChromium(`${site.url}/`)
  const [paints, clicks]: [number[], number[]] = [[], []]
  const seen = { prepared: 0, transitions: 0, 'at the top': 0, 'kept for Back': 0 }
  try {
    let home = await site.next('/')
    for (let round = 0; round < ROUNDS; round += 1) {
      browser.pointAt(...(home.links['/contact'] ?? [0, 0]))
      await delay(REST_MS)
      browser.click()
      const contact = await site.next('/contact')
      if (contact.painted !== null) paints.push(Math.max(0, contact.painted - contact.activation))
      clicks.push(contact.sinceClick ?? Number.NaN)
      seen.prepared += Number(contact.activation > 0)
      seen.transitions += Number(contact.transition)
      seen['at the top'] += Number(contact.scrollY === 0)
      browser.pointAt(700, 850)
      browser.press('alt+Left')
      home = await site.next('/')
      seen['kept for Back'] += Number(home.kept)
    }
  } finally {
    await browser.stop()
    await site.close()
  }
  const posts = site.askedAhead.filter((request) => !request.startsWith('GET '))
  return {
    'shown to painted, p50': Math.round(quantile(paints, 0.5)),
    'click to frame, p50': Math.round(quantile(clicks, 0.5)),
    max: Math.round(quantile(clicks, 1)),
    ...seen,
    'sent before': posts.length,
  }
}
