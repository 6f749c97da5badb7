import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listen, toListener, type Listening } from '../../../api/http/http-server.ts'
import { openPreview, type Preview } from '../../../web/preview/preview.ts'
import { newPreviews } from '../../api/support/previews.ts'
import { root, startLake } from '../../support/lake.ts'

vi.setConfig({ testTimeout: 180_000 })

let lake: Awaited<ReturnType<typeof startLake>>
let preview: Preview
let served: Listening
/** Address of the pages of an editor, and of the holder of a share link. */
let bases: string[]

beforeAll(async () => {
  lake = await startLake()
  const template = path.join(await mkdtemp(path.join(tmpdir(), 'template-')), 'template.html')
  await writeFile(template, await readFile(path.join(root, 'web/index.html')))
  preview = openPreview({ env: { LAKE_URL: lake.url }, template, origin: 'https://site.example' })
  const site = newPreviews({ drafts: preview })
  bases = [
    (await site.enter('/')).replace(/\/$/, ''),
    (await site.share({ perspective: 'drafts' })).url.replace(/\/$/, ''),
  ]
  const listening = await listen(toListener(site.app.fetch), {
    port: 0,
    host: '127.0.0.1',
    headers: new Map(),
  })
  served = listening
})

afterAll(async () => {
  await served.drain(0)
  preview.close()
  await lake.close()
})

interface Answer {
  status: number
  location: string | undefined
  body: string
}

/** Asks for a target byte by byte as it is written here. */
function ask(target: string): Promise<Answer> {
  const { port } = new URL(served.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      const answer = Buffer.concat(chunks).toString()
      const [head = '', ...rest] = answer.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
        location: /^location: (.*)$/im.exec(head)?.[1],
        body: rest.join('\r\n\r\n'),
      })
    })
    socket.write(
      Buffer.from(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`, 'latin1'),
    )
  })
}

type Node = DefaultTreeAdapterTypes.Node

/** All that a browser would make of a page but its words: elements, their attributes, and scripts whole. */
function anatomy(html: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if ('attrs' in node) {
      const attributes = node.attrs.map(({ name, value }) => (leads(name) ? checkPlace(value, name) : name))
      found.push(`${node.nodeName} ${attributes.join(' ')}`)
      if (node.nodeName === 'script') found.push(node.childNodes.map(textOf).join(''))
    }
    if ('content' in node) visit(node.content)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}

function leads(name: string): boolean {
  return ['href', 'src', 'action'].includes(name)
}

/** No address in a page leads to another host because of the page's own. */
function checkPlace(value: string, name: string): string {
  const url = new URL(value, served.url)
  expect(['http:', 'https:', 'mailto:']).toContain(url.protocol)
  expect(url.host).not.toContain('evil')
  return name
}

function textOf(node: Node): string {
  return 'value' in node ? node.value : ''
}

const PREFIXES = [
  '',
  '/-',
  '/-/compare',
  '/-/before',
  '/-/after',
  '/-/as/published',
  '/-/as/drafts',
  '/-/as/other',
]
const MARKUP =
  '"><script>alert(1)</script> </template></preview-bar><script>alert(1)</script> \'onload=alert(1) </title><img/src=x/onerror=alert(1)> " \' < > & &quot; ` ${x} {{x}}'
const SIGNS =
  '/ // /// \\ /\\ .. . ; = @ : ? # % %zz %E0%A4%A %00 %0a %0d%0aset-cookie:a=b %2F %2e%2e %5c %25 %C3%A9'
const PLACES =
  '//evil.example /\\evil.example @evil.example javascript:alert(1) \u00e2\u009c\u0093 %E2%9C%93 nosuch'
const pieces = [MARKUP, SIGNS, PLACES].flatMap((list) => list.split(' '))
const part = oneof(
  constantFrom(...pieces, ...pieces.map((piece) => encodeURIComponent(piece)), 'a'.repeat(3_000)),
  string({ unit: 'binary-ascii', maxLength: 4 }).map((text) => text.replace(/[^!-~]/g, '-')),
)
const places = array(part, { minLength: 1, maxLength: 5 }).map((chosen) => `/${chosen.join('')}`)

test('makes nothing of an address but a page about it, whatever is in it', async () => {
  const harmless = new Map<string, string[]>()
  for (const base of bases)
    for (const prefix of PREFIXES) {
      const known = await Promise.all(['/nosuch', '/'].map((place) => ask(base + prefix + place)))
      harmless.set(
        base + prefix,
        known.map(({ body }) => JSON.stringify(anatomy(body))),
      )
    }
  const tried = asyncProperty(
    constantFrom(...bases),
    constantFrom(...PREFIXES),
    places,
    async (base, prefix, place) => {
      const { status, location, body } = await ask(base + prefix + place)
      expect([200, 307, 400, 404]).toContain(status)
      if (location !== undefined) {
        expect(location).toMatch(/^\/preview\//)
        expect(new URL(location, served.url).origin).toBe(served.url)
        return
      }
      if (status !== 400) expect(body).not.toBe('')
      // Some bytes are refused before the address is looked up.
      if (status === 400 || body === 'Nothing here.') return
      // Dots in an address may lead from one kind of page to another.
      expect([...harmless.values()].flat()).toContain(JSON.stringify(anatomy(body)))
    },
  )
  await assert(tried, { numRuns: 250 })
})

test.each([
  ['/foo%22%3E%3C/template%3E%3C/preview-bar%3E%3Cscript%3Ealert(document.domain)%3C/script%3E', 404],
  ['/-/after/nosuch', 404],
  ['/-/before/nosuch', 404],
  ['/-/as/published/%E2%9C%93', 307],
  ['/-/as/published/\u00e2\u009c\u0093', 400],
  ['/%', 400],
  ['/-/compare/%zz', 400],
  ['/%00', 404],
  [`/${'a'.repeat(9_000)}`, 404],
])('answers an editor’s %s with %i', async (place, status) => {
  const answer = await ask(bases[0] + place)
  expect(answer.status).toBe(status)
  expect(anatomy(answer.body).join()).not.toContain('alert')
  if (status !== 307) expect(answer.body).toMatch(/<h1|<p>|not a well-formed/)
})
