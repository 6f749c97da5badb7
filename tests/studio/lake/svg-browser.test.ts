import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanSvg } from '../../../studio/lake/assets/svg.ts'
import { LakeError } from '../../../studio/lake/errors.ts'
import { PICTURE_POLICY } from '../../../web/publisher/release/headers.ts'
import { findChromium } from '../../support/chromium.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const PICTURES = 200
const RAN = 'console.log(&quot;ran&quot;)'
const RUNS = 'console.log("ran")'
const OUT = 'http://127.0.0.1:9/out'

let browser: Browser
let page: Page
let seen: string[] = []
let picture: Buffer = Buffer.alloc(0)

const server = createServer(({ url }, response) => {
  if (url === '/page') {
    response.setHeader('content-type', 'text/html').end('<!doctype html><img src="/in-page.svg">')
    return
  }
  if (url === '/in-page.svg') response.setHeader('content-security-policy', PICTURE_POLICY)
  response.setHeader('content-type', 'image/svg+xml').end(url === '/favicon.ico' ? '' : picture)
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  page = await browser.newPage()
  page.on('console', (message) => message.text() === 'ran' && seen.push('a script ran'))
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.route('**', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    if (
      origin === addressOf('') &&
      ['/opened.svg', '/in-page.svg', '/page', '/favicon.ico'].includes(pathname)
    )
      return route.continue()
    seen.push(`a request to ${route.request().url()}`)
    return route.abort()
  })
})

afterAll(async () => {
  await browser.close()
  server.close()
})

function addressOf(path: string): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

/** Opens a picture as a document of its own, without any policy, and clicks on all of it. Says what it did. */
async function open(bytes: Buffer): Promise<string[]> {
  seen = []
  picture = Buffer.from(bytes)
  await page.goto(addressOf('/opened.svg'))
  await page
    .evaluate(async () => {
      for (const type of ['click', 'mouseover', 'focus'])
        for (const element of document.querySelectorAll('*'))
          element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)))
    })
    // A link that was followed takes the page away from under the script.
    .catch(() => undefined)
  return seen
}

const outside = fc.constantFrom(
  OUT,
  '//127.0.0.1:9/out',
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='${OUT}'/%3E%3C/svg%3E#a`,
  `javascript:${RAN}`,
  `&#106;avascript:${RAN}`,
  `java&#9;script:${RAN}`,
  `data:text/html,&lt;script&gt;${RAN}&lt;/script&gt;`,
)
const css = fc.constantFrom(
  `fill:url(${OUT}#a)`,
  `fill:URL( '${OUT}#a' )`,
  `fill:u\\72l(${OUT}#a)`,
  `background:image-set('${OUT}' 1x)`,
  `mask:url(${OUT}#a)`,
  `filter:url(//127.0.0.1:9/out#a)`,
  `cursor:url(${OUT}),auto`,
  `content:url(${OUT})`,
  `fill:/**/url(/**/${OUT}#a)`,
  `--a:url(${OUT});fill:var(--a)`,
)
const sheet = fc.oneof(
  css.map((declarations) => `*{${declarations}}`),
  fc.constantFrom(
    `@import url(${OUT});`,
    `@import "${OUT}";`,
    `@IMPORT "${OUT}";`,
    `@\\69mport "${OUT}";`,
    `@im/**/port "${OUT}";`,
    `@font-face{font-family:x;src:url(${OUT})}*{font-family:x}`,
    `@media all{*{fill:url(${OUT}#a)}}`,
    `@namespace x url(${OUT});*{mask-image:url(${OUT})}`,
    '.a{fill:url(#g)}',
  ),
)
const attribute = fc.oneof(
  fc
    .constantFrom('onload', 'onclick', 'onmouseover', 'onbegin', 'onfocus', 'ONLOAD')
    .map((name) => `${name}="${RAN}"`),
  fc
    .tuple(fc.constantFrom('href', 'xlink:href', 'src', 'xml:base', 'fill', 'style', 'l:href'), outside)
    .map(([name, value]) => `${name}="${value}"`),
  css.map((value) => `style="${value}"`),
  css.map((value) => `${value.replace(':', '="')}"`).filter((text) => /^[a-z]+=/.test(text)),
  fc.constantFrom(
    'id="a"',
    'class="a"',
    'fill="#c30"',
    'd="M0 0h9v9z"',
    'width="9" height="9"',
    'tabindex="0"',
  ),
)
const name = fc.constantFrom(
  ...'g path rect a use image script style foreignObject animate set handler pattern filter feImage text title'.split(
    ' ',
  ),
  ...'x:script x:rect x:a x:style x:image h:script h:iframe h:img h:body linearGradient switch svg'.split(
    ' ',
  ),
)
const leaf = fc.oneof(
  fc.constantFrom(
    `<script>${RUNS}</script>`,
    `<x:script>${RUNS}</x:script>`,
    `<h:script>${RUNS}</h:script>`,
    `<script href="data:text/javascript,${RAN}"/>`,
    `<h:img src="${OUT}" onerror="${RAN}"/>`,
    `<h:link rel="stylesheet" href="${OUT}"/>`,
    `<foreignObject width="9" height="9"><h:iframe src="${OUT}"/></foreignObject>`,
    `<a><animate attributeName="href" values="javascript:${RAN}"/><rect width="9" height="9"/></a>`,
    `<image href="a"><set attributeName="href" to="${OUT}"/></image>`,
    `<rect><set attributeName="onclick" to="${RAN}" begin="0s"/></rect>`,
    '<!--<svg >-->',
    '<!-- --><![CDATA[<script>console.log("ran")</script>]]>',
    '&lt;script&gt;console.log("ran")&lt;/script&gt;',
    '<?xml-stylesheet href="http://127.0.0.1:9/out"?>',
  ),
  sheet.map((text) => `<style>${text}</style>`),
  sheet.map((text) => `<x:style><![CDATA[${text}]]></x:style>`),
)
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(
        name,
        fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => text.split('=', 1)[0] }),
        fc.array(tie('tree'), { maxLength: 3 }),
      )
      .map(
        ([element, attributes, children]) =>
          `<${[element, ...attributes].join(' ')}>${children.join('')}</${element}>`,
      ),
  ),
}))
const prolog = fc.constantFrom(
  '',
  '<?xml version="1.0"?>',
  '<!--<svg >-->',
  `<?xml-stylesheet href="${OUT}" type="text/css"?>`,
  `<!DOCTYPE svg SYSTEM "${OUT}">`,
  '\ufeff',
)
const hostile = fc
  .tuple(
    prolog,
    fc.constantFrom('', 'x:'),
    fc.option(attribute, { nil: '' }),
    fc.array(tree, { minLength: 1, maxLength: 5 }),
  )
  .map(
    ([before, prefix, own, parts]) =>
      `${before}<${prefix}svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:l="http://www.w3.org/1999/xlink" ${own}>${parts.join('')}<${prefix}path d="M0 0h9v9z"/></${prefix}svg>`,
  )

function raw(part: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`)
}

test('a picture that is not cleaned runs scripts and loads from elsewhere, and this is seen', async () => {
  expect(await open(raw(`<script>${RUNS}</script>`))).toEqual(['a script ran'])
  expect(await open(raw(`<rect onclick="${RAN}"/>`))).toEqual(['a script ran'])
  expect(await open(raw(`<image href="${OUT}"/>`))).toEqual([`a request to ${OUT}`])
  expect(await open(raw(`<style>@import "${OUT}";</style>`))).toEqual([`a request to ${OUT}`])
})

test('whatever is put into a picture, what is kept of it runs nothing and asks for nothing', async () => {
  let kept = 0
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const clean = cleaned(text)
      if (clean === undefined) return
      kept += 1
      expect(await open(clean)).toEqual([])
      expect(cleanSvg(clean).equals(clean)).toBe(true)
    }),
    { numRuns: PICTURES },
  )
  expect(kept).toBeGreaterThan(PICTURES / 10)
})

/** Nothing where the picture is refused. */
function cleaned(text: string): Buffer | undefined {
  try {
    return cleanSvg(Buffer.from(text))
  } catch (error) {
    expect(error).toBeInstanceOf(LakeError)
    return undefined
  }
}

test('a picture with styles and a picture within is shown in a page under the policy of pictures', async () => {
  const green =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  picture = cleanSvg(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><style>rect{fill:#00f}</style><rect width="10" height="10"/><image x="10" width="10" height="10" preserveAspectRatio="none" href="data:image/png;base64,${green}"/></svg>`,
    ),
  )
  await page.goto(addressOf('/page'))
  const pixels = await page.evaluate(async () => {
    const image = document.querySelector('img') as HTMLImageElement
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 10 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    return [5, 15].map((x) => [...context.getImageData(x, 5, 1, 1).data].map((value) => value > 100))
  })
  expect(pixels[0]).toEqual([false, false, true, true])
  expect(pixels[1]?.[3]).toBe(true)
})
