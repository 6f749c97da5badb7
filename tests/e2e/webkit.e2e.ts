import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { findWebKit } from '../support/webkit.ts'
import { ROUTES } from './support/routes.ts'
import { ENTER, startWebKit, type WebKit } from './support/webkit.ts'

/** Safari's engine, for what it does otherwise than the others. Its project is there where a WebKitGTK is. */
let webkit: WebKit

test.beforeAll(async () => {
  const programs = findWebKit()
  if (programs) webkit = await startWebKit(programs)
})

test.afterAll(async () => {
  await webkit.stop()
})

const focused = () => document.activeElement?.tagName
const stateOfForm = () => document.querySelector<HTMLElement>('form[data-state]')?.dataset['state']
const theme = () => document.documentElement.dataset['theme']
const title = () => document.querySelector('[role=dialog] h2')?.textContent
const JOIN = 'main a[data-waitlist]'
/** The one that stands on plain paper. */
const NAME = '#security text:nth-of-type(3)'

test('no page is wider than its window', async ({ baseURL }) => {
  const tooWide: string[] = []
  for (const path of ROUTES) {
    await webkit.open(`${baseURL}${path}`)
    for (const width of [390, 1440]) {
      await webkit.widen(width)
      const { clientWidth, scrollWidth } = await webkit.run(() => {
        const { clientWidth: seen, scrollWidth: all } = document.documentElement
        return { clientWidth: seen, scrollWidth: all }
      })
      if (scrollWidth > clientWidth) tooWide.push(`${path}: ${scrollWidth} px in ${clientWidth}`)
    }
  }
  expect(tooWide).toEqual([])
})

test('Back closes the popup where it was opened, and a place is reserved in it', async ({ baseURL }) => {
  await webkit.open(`${baseURL}/`)
  await webkit.click(JOIN)
  await expect.poll(() => webkit.run(focused)).toBe('INPUT')
  await webkit.back()
  // Where a field with the caret is removed, the page is scrolled to what stands before it: its end.
  await expect.poll(() => webkit.run(focused)).toBe('A')
  expect(await webkit.run(() => [scrollY, location.pathname])).toEqual([0, '/'])

  await webkit.click(JOIN)
  await expect.poll(() => webkit.run(focused)).toBe('INPUT')
  await webkit.type(`dana-${Date.now()}@company.com${ENTER}`)
  await expect.poll(() => webkit.run(title)).toBe("You're on the list!")
  await webkit.click('[role=dialog] [type=submit]')
  await expect.poll(() => webkit.run(title)).toBe("Thanks — you're officially in!")
  expect(await webkit.run(() => localStorage.getItem('outbox'))).toBeNull()
})

test('on the way back a page has what was typed, and the theme that was chosen since', async ({
  baseURL,
}) => {
  await webkit.open(`${baseURL}/contact`)
  // Its behaviours are there by then.
  await expect.poll(() => webkit.run(stateOfForm)).toBe('ready')
  await webkit.click('[name=name]')
  await webkit.type('Dana')
  await webkit.open(`${baseURL}/about`)
  await webkit.run(() => localStorage.setItem('theme', 'dark'))
  await webkit.back()
  await expect.poll(() => webkit.run(() => location.pathname)).toBe('/contact')
  await expect.poll(() => webkit.run(theme)).toBe('dark')
  expect(await webkit.run(() => document.querySelector('input')?.value)).toBe('Dana')
})

test('the outline of a name in a drawing covers none of its letters', async ({ baseURL }) => {
  await webkit.open(`${baseURL}/#security`)
  // The page may be moving yet.
  await expect.poll(isWhole).toBe(true)
})

async function isWhole(): Promise<boolean> {
  const outlined = await pictureOf(NAME)
  await setStroke('none')
  const bare = await pictureOf(NAME)
  await setStroke('')
  return outlined.equals(bare)
}

function setStroke(stroke: string): Promise<void> {
  return webkit.run(
    (name, value) => {
      document.querySelector<SVGElement>(name)?.style.setProperty('stroke', value)
    },
    NAME,
    stroke,
  )
}

/** The grey of each pixel of an element. */
async function pictureOf(selector: string): Promise<Buffer> {
  const box = await webkit.run((wanted) => {
    const element = document.querySelector(wanted)
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
    const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height].map(Math.round)
    return { left, top, width: wide, height: high }
  }, selector)
  const window = sharp(await webkit.picture())
  return window.extract(box).greyscale().raw().toBuffer()
}
