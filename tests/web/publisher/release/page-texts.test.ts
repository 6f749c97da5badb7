import { expect, test } from 'vitest'
import { pageTexts } from '../../../../web/publisher/release/page-texts.ts'

test('the texts of a page are its lines as people read them', () => {
  const html = `<html><head><title>CAL &amp; co</title><meta name="description" content="It&#x27;s short."/>
    <style>a{color:red}</style></head><body><h1><span>One line.<!-- --> </span><span>And</span><span>another.</span></h1>
    <p>A <a href="/x">link</a>, <b>bold</b>s and<br/>a break.</p><svg><title>Not read</title></svg>
    <script>not()</script><ul><li>First</li><li>Second &lt;b&gt;</li></ul></body></html>`
  expect(pageTexts(html)).toEqual([
    "It's short.",
    'CAL & co',
    'One line. And another.',
    'A link, bolds and a break.',
    'First',
    'Second <b>',
  ])
})
