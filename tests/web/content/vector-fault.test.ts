import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { vectorFault } from '../../../web/content/vector-fault.ts'
import { root } from '../../support/lake.ts'

const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inner}</svg>`

test.each([
  svg('<script>alert(1)</script>'),
  '<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script>alert(1)</x:script></x:svg>',
  svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
  svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/>'),
  svg('', ' onload="alert(1)"'),
  svg('<g><path ONCLICK="alert(1)"/></g>'),
  svg('<a href="javascript:alert(1)"><path/></a>'),
  svg('<a xlink:href=" javascript:alert(1)"><path/></a>'),
  svg('<image href="https://elsewhere.example/x.png"/>'),
  svg('<use xlink:href="https://elsewhere.example/x.svg#a"/>'),
  svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>'),
  svg('<animate attributeName="xlink:href" values="javascript:alert(1)"/>'),
  svg('<style>@import "https://elsewhere.example/x.css";</style>'),
  svg('<style><![CDATA[path{fill:url(https://elsewhere.example/x)}]]></style>'),
  svg('<path style="fill:url(//elsewhere.example/x)"/>'),
  `<?xml-stylesheet href="https://elsewhere.example/x.css"?>${svg('')}`,
  `<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${svg('&x;')}`,
  '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  '<svg><script>alert(1)</script></svg>',
  svg('<path>'),
  '',
])('%j is refused', (text) => {
  expect(vectorFault(text)).toBeDefined()
})

test.each([
  svg('<path d="M0 0h1v1z" style="fill:url(#a)"/><use href="#a"/>'),
  svg('<image href="data:image/png;base64,iVBORw0="/>'),
  svg('<a href="https://example.com/"><path/></a>'),
  svg('<style>path{fill:url("#a")}</style>'),
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${svg('')}`,
])('%j only draws', (text) => {
  expect(vectorFault(text)).toBeUndefined()
})

const logos = path.join(root, 'studio/seed/images')
test.each(readdirSync(logos))('the launch logo %s only draws', (name) => {
  expect(vectorFault(readFileSync(path.join(logos, name), 'utf8'))).toBeUndefined()
})
