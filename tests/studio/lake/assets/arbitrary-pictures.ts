import * as fc from 'fast-check'

/** What tells that it ran, in an attribute. */
export const RAN = 'console.log(&quot;ran&quot;)'
/** The same in an element. */
export const RUNS = 'console.log("ran")'
/** An address outside, where nobody answers. */
export const OUT = 'http://127.0.0.1:9/out'

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
/** Vector pictures that run scripts and load from elsewhere in whatever ways there are. */
export const hostile = fc
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
