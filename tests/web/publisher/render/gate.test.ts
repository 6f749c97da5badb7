import { expect, test } from 'vitest'
import { linkFaults, pageFaults, weightFaults } from '../../../../web/publisher/render/gate.ts'

const SOUND = '<main id="main"><h1>Title</h1><img src="/a.svg" alt=""/><a href="/about">About</a></main>'

test('finds nothing wrong with a correct page', () => {
  expect(pageFaults('page.html', SOUND)).toEqual([])
  expect(linkFaults('page.html', SOUND, new Set(['/about']))).toEqual([])
  expect(weightFaults('page.html', SOUND, [500_000])).toEqual([])
})

test.each([
  ['no main part', SOUND.replace('id="main"', '')],
  ['no first-level heading', SOUND.replaceAll('h1', 'h2')],
  ['a style attribute', SOUND.replace('<h1>', '<h1 style="color:red">')],
  ['a picture without alternative text', SOUND.replace(' alt=""', '')],
  ['a value that is not copy', SOUND.replace('Title', 'undefined')],
  ['a link or picture without an address', SOUND.replace('/a.svg', '')],
  ['structured data that does not parse', `${SOUND}<script type="application/ld+json">{"a":</script>`],
])('refuses %s', (fault, html) => {
  const [sentence, ...others] = pageFaults('page.html', html)
  expect(sentence).toContain(fault)
  expect(sentence).toMatch(/^page\.html .+\.$/)
  expect(others).toEqual([])
})

test('refuses a link to something that is no page, once', () => {
  const html = `${SOUND}<a href="/abuot?a=1">One</a><a href="/abuot#b">Two</a>`
  expect(linkFaults('page.html', html, new Set(['/about']))).toEqual([
    'page.html links to /abuot, which is no page of this site.',
  ])
})

test('refuses what is too heavy, and says how much is allowed', () => {
  expect(weightFaults('page.html', 'x'.repeat(500_001), [])).toEqual([
    'page.html has 501 kB of text; shorten it or move a part of it to another page. At most 500 kB are allowed.',
  ])
  expect(weightFaults('page.html', '', [400_000, 100_001])).toEqual([
    'page.html has 501 kB of SVG pictures; simplify them, or save them as PNG. At most 500 kB are allowed.',
  ])
})
