import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { speculationRules } from '../../web/site/inline-scripts.ts'
import { reportingSite } from './support/page-reports.ts'
import { openPlainChromium } from './support/plain-chromium.ts'
import { quantile } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const ROUNDS = rounds(10, 3)
/** How long a pointer rests on a link before it is pressed: browsers begin to prepare its page after 200 ms. */
const REST_MS = { ahead: 2500, once: 50 }
/** Two pages of one word, with the site's rules and transition: what this browser on this machine needs for any. */
const ONE_WORD = [
  '<!doctype html><html><head><title>One word</title>',
  '<style>@view-transition{navigation:auto}a{position:fixed;inset:100px}</style>',
  `<script type="speculationrules">${speculationRules}</script></head>`,
  '<body><a href="/contact">Word</a></body></html>',
].join('')

/**
 * From a click on a link to the page behind it, in a browser that nobody debugs; and what Back gives. Without a
 * graphics card a view transition alone takes most of that time, of a page of one word, too.
 */
export async function run(): Promise<void> {
  const server = await startServer()
  const floor = await serveOneWord()
  await server.studioIsBuilt()
  try {
    const rows = {
      'prepared ahead': await measure(server.url, true),
      'not prepared': await measure(server.url, false),
      'one word, prepared ahead': await measure(floor.url, true),
    }
    tabulate('From / to /contact and Back', `ms, ${ROUNDS} rounds`, rows)
  } finally {
    await server.stop()
    floor.close()
  }
}

/** A server with nothing but a page of one word. */
async function serveOneWord(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end(ONE_WORD)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
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
      await pause(ahead ? REST_MS.ahead : REST_MS.once)
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
