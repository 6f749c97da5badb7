import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanSvg } from '../../../../studio/lake/assets/svg.ts'
import { root } from '../../../support/lake.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg"'

function clean(text: string | Buffer): string {
  return cleanSvg(Buffer.from(text)).toString()
}

/** A picture with this part in it. */
function withPart(part: string): string {
  return `<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><path d="M0 0"/>${part}</svg>`
}

test('every picture of the launch content stays as it is, to the byte', () => {
  const folder = join(root, 'studio/seed/images')
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const bytes = readFileSync(join(folder, name))
    expect(cleanSvg(bytes).equals(bytes), name).toBe(true)
  }
})

test.each([
  `<x:svg xmlns:x="http://www.w3.org/2000/svg" width="10" height="10"><x:script>alert(1)</x:script><!--<svg >--></x:svg>`,
  `<!--<svg >--><svg ${NS}><script>alert(1)</script></svg>`,
  `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/x.dtd"><svg ${NS}/>`,
  `<?xml-stylesheet href="http://evil.example/x.css"?><svg ${NS}/>`,
  `<svg ${NS} onload="alert(1)"/>`,
  `<svg ${NS} xml:base="http://evil.example/"/>`,
  `<svg ${NS} xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load"><handler xmlns="http://www.w3.org/2000/svg" ev:event="load">alert(1)</handler></svg>`,
  `<svg ${NS}><h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script></svg>`,
  ...[
    '<script href="data:,alert(1)"/>',
    '<script xlink:href="http://evil.example/x.js"/>',
    '<rect onclick="alert(1)"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<a xlink:href="&#106;avascript:alert(1)"><rect/></a>',
    '<use href="data:image/svg+xml,&lt;svg/&gt;#x"/>',
    '<use xlink:href="http://evil.example/x.svg#a"/>',
    '<image href="http://evil.example/x.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<image href="#x" xlink:href="//evil.example"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<animate attributeName="xlink:href" values="javascript:alert(1)"/>',
    '<rect style="fill:url(http://evil.example/#x)"/>',
    '<rect style="background:u\\72l(//evil.example)"/>',
    '<rect fill="url(//evil.example/#x)"/>',
    '<rect filter="url( &quot;http://evil.example/#x&quot; )"/>',
    '<rect style="width:expression(alert(1))"/>',
    '<rect style="background:image-set(&quot;http://evil.example/a&quot; 1x)"/>',
    '<filter id="f"><feImage href="http://evil.example/x.png"/></filter>',
    '<iframe src="http://evil.example"/><object data="http://evil.example"/><embed src="http://evil.example"/>',
    '<linearGradient id="a" href="http://evil.example/#a"/>',
    '<style type="text/javascript">a{}</style><link rel="stylesheet" href="http://evil.example"/>',
    '<metadata><x xmlns="http://evil.example"/></metadata>',
  ].map(withPart),
])('nothing that acts or loads is left of %s', (text) => {
  const result = clean(text)
  expect(result).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(result.replace(NS, '')).not.toMatch(
    /alert|evil|script|http:|\bon\w+=|<!|<\?|foreign|data:|expression/i,
  )
  expect(clean(result)).toBe(result)
})

test.each<[string, string | Buffer, RegExp]>([
  ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]><svg ${NS}>&x;</svg>`, /entities/],
  [
    'a parameter entity',
    `<!DOCTYPE svg [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]><svg ${NS}/>`,
    /entities/,
  ],
  ['UTF-16', Buffer.from(`\ufeff<svg ${NS}/>`, 'utf16le'), /UTF-8/],
  ['UTF-7', `<?xml version="1.0" encoding="utf-7"?><svg ${NS}>+ADw-script+AD4-</svg>`, /UTF-8/],
  ['bytes that are no UTF-8', Buffer.from(`<svg ${NS} id="\xe9"/>`, 'latin1'), /UTF-8/],
  ['what is not well formed', `<svg ${NS}><g></svg>`, /well-formed/],
  ['HTML that holds a picture', `<p><svg ${NS}/></p>`, /does not begin/],
  ['no namespace', '<svg/>', /namespace/],
  [
    'a style sheet that imports',
    withPart('<style>@import url(http://evil.example/x.css);</style>'),
    /@import/,
  ],
  ['a style sheet that imports by name', withPart('<style>@import "//evil.example"</style>'), /@import/],
  ['a style sheet with a font', withPart('<style>@font-face{src:url(//evil.example)}</style>'), /@font-face/],
  ['a style sheet with an address', withPart('<style>path{fill:url(//evil.example/#a)}</style>'), /url\(/],
  [
    'a style sheet with an escape',
    withPart('<style>path{fill:u\\72l(//evil.example)}</style>'),
    /style sheet/,
  ],
  [
    'a style sheet in CDATA',
    withPart('<style><![CDATA[a{b:image-set("//evil.example")}]]></style>'),
    /image-set/,
  ],
  ['a word around a comment', withPart('<style>@im/**/port "//evil.example"</style>'), /style sheet/],
  ['a comment without end', withPart('<style>a{}/*</style>'), /style sheet/],
  ['too much within one another', `<svg ${NS}>${'<g>'.repeat(150)}${'</g>'.repeat(150)}</svg>`, /more than/],
  ['too many elements', withPart('<g/>'.repeat(20_001)), /more than/],
  [
    'many styles for an element of many names',
    withPart(`<style>${'.a{fill:red}'.repeat(2_000)}</style><g class="${'b '.repeat(40_000)}"/>`),
    /too many styles/,
  ],
  [
    'styles that look at all elements for each',
    withPart(`<style>${'a~b{fill:red}'.repeat(20)}</style>${'<g/>'.repeat(3_000)}`),
    /too many styles/,
  ],
  ['more than 1 MB', withPart(' '.repeat(1024 * 1024)), /1 MB/],
  [
    'a billion uses',
    withPart(
      Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join(
        '',
      ),
    ),
    /draws more/,
  ],
  ['uses in a circle', withPart('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), /circle/],
  [
    'patterns in a circle, by a style',
    withPart('<style>.a{fill:url(#p)}</style><pattern id="p"><rect class="a"/></pattern>'),
    /circle/,
  ],
])('%s is refused in words', (_, text, sentence) => {
  expect(() => clean(text)).toThrow(sentence)
})

test('what a billion uses draw is counted where each of them exists', () => {
  const levels = Array.from(
    { length: 12 },
    (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`,
  )
  expect(() => clean(withPart(`<g id="a0"/>${levels.join('')}`))).toThrow(/draws more/)
})

test('what drawing programs write is kept, where it is part of the picture', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:version="1" viewBox="0 0 9 9"><style>/* a */.a{fill:url(#g)}@media (prefers-color-scheme:dark){.b{fill:#fff}}</style><linearGradient id="g"/><linearGradient id="h" xlink:href="#g"/><path class="a" d="M0 0"/><image href="data:image/png;base64,iVBORw0KGgo="/><text xml:space="preserve">a &lt; b</text></svg>`
  expect(clean(text)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style> .a{fill:url(#g)}@media (prefers-color-scheme:dark){.b{fill:#fff}}</style><linearGradient id="g"/><linearGradient id="h" href="#g"/><path class="a" d="M0 0"/><image href="data:image/png;base64,iVBORw0KGgo="/><text xml:space="preserve">a &lt; b</text></svg>',
  )
})

test.each([
  ['letters', 'a'.repeat(900_000)],
  // Each ends with the slash that the next but one begins with.
  ['comments that begin', '/*'.repeat(450_000), ' *'.repeat(150_000)],
  ['brackets', '('.repeat(900_000)],
  ['rules', 'a{fill:url(#b)}'.repeat(60_000)],
])('a style sheet of many %s takes no more time than its length', (_, css, cleaned = css) => {
  // Done at all: the square of this would take minutes. Texts of this size are too large to show where they differ.
  const style = /<style>(.*)<\/style>/su.exec(clean(withPart(`<style>${css}</style>`)))?.[1]
  expect(style === cleaned).toBe(true)
})
