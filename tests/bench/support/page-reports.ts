import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What a page reports about itself once it is shown. */
interface PageReport {
  path: string
  /** When it was shown, in ms after it was asked for: 0 where it was not prepared ahead. */
  activation: number
  /** When its first words were painted, in ms after it was asked for. */
  painted: number | null
  /** From the click to the first frame after it, in ms. */
  sinceClick: number | null
  /** It came from the back-forward cache. */
  kept: boolean
  /** The change from the page before was a view transition. */
  transition: boolean
  scrollY: number
  /** Where its links are, by address. */
  links: Record<string, [x: number, y: number]>
}

/** The site as it is, through a server that adds one script to each page and collects what it reports. */
export interface ReportingSite {
  url: string
  /** Requests of pages that were being prepared: method and path. */
  askedAhead: string[]
  /** The next report of a page at this path. */
  next(path: string): Promise<PageReport>
  close(): Promise<void>
}

const SCRIPT = '/reports.js'
const REPORTS = '/reports'
const WAIT_MS = 20_000

/** Runs in the page. It waits long enough for a scroll that begins 200 ms after a page is shown. */
const script = `
let transition = false
addEventListener('pagereveal', (event) => { transition ||= event.viewTransition !== null })
addEventListener('click', () => sessionStorage.setItem('clicked', Date.now()), true)
const report = (kept) => requestAnimationFrame(() => {
  const shown = Date.now()
  setTimeout(() => {
    const clicked = sessionStorage.getItem('clicked')
    sessionStorage.removeItem('clicked')
    const links = {}
    for (const a of document.querySelectorAll('a[href]')) {
      const { x, y, width, height } = a.getBoundingClientRect()
      if (width > 0 && y >= 0 && y + height < innerHeight) links[a.getAttribute('href')] ??= [x + width / 2, y + height / 2]
    }
    navigator.sendBeacon('${REPORTS}', JSON.stringify({
      path: location.pathname, kept, transition, scrollY, links,
      activation: performance.getEntriesByType('navigation')[0].activationStart,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
      sinceClick: clicked === null ? null : shown - clicked,
    }))
  }, 1500)
})
const start = () => document.prerendering ? document.addEventListener('prerenderingchange', () => report(false)) : report(false)
if (document.readyState === 'complete') start(); else addEventListener('load', start)
addEventListener('pageshow', ({ persisted }) => { if (persisted) report(true) })
`

const RULES = /<script type="speculationrules">.*?<\/script>/s

/** Puts that script into the pages of a site, and takes out what prepares pages ahead unless `ahead`. */
export async function reportingSite(origin: string, ahead: boolean): Promise<ReportingSite> {
  const reports: PageReport[] = []
  const askedAhead: string[] = []
  const server = createServer((incoming, answer) => {
    const { url = '/', method = 'GET', headers } = incoming
    if (url === SCRIPT) {
      answer.setHeader('content-type', 'text/javascript').end(script)
      return
    }
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      if (url === REPORTS) {
        reports.push(JSON.parse(Buffer.concat(chunks).toString()) as PageReport)
        answer.writeHead(204).end()
        return
      }
      if (String(headers['sec-purpose']).includes('prerender')) askedAhead.push(`${method} ${url}`)
      const onward = request(new URL(url, origin), {
        method,
        headers: { ...headers, host: new URL(origin).host, 'accept-encoding': 'identity' },
      })
      onward.on('response', (response) => {
        if (!/text\/html/.test(response.headers['content-type'] ?? '')) {
          answer.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(answer)
          return
        }
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const { 'content-length': _length, ...rest } = response.headers
          const whole = Buffer.concat(parts).toString()
          const html = ahead ? whole : whole.replace(RULES, '')
          answer.writeHead(response.statusCode ?? 502, rest)
          answer.end(html.replace('</body>', `<script src="${SCRIPT}"></script></body>`))
        })
      })
      onward.end(Buffer.concat(chunks))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedAhead,
    async next(path) {
      const started = Date.now()
      while (Date.now() - started < WAIT_MS) {
        const at = reports.findIndex((one) => one.path === path)
        if (at >= 0) return reports.splice(at, 1)[0] as PageReport
        await pause(50)
      }
      throw new Error(`No page reported from ${path}.`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
