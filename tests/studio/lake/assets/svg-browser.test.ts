import { chromium, type Browser, type Page } from '@playwright/test'
import * as fc from 'fast-check'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PICTURE_POLICY } from '../../../../api/contract/site-headers.ts'
import { cleanSvg } from '../../../../studio/lake/assets/svg.ts'
import { LakeError } from '../../../../studio/lake/errors.ts'
import { findChromium } from '../../../support/chromium.ts'
import { hostile, OUT, RAN, RUNS } from './arbitrary-pictures.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const PICTURES = 200

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
