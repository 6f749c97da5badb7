import { expect, test } from 'vitest'
import { minify } from '../../../../web/publisher/render/minify.ts'

test('shortens class names in the order of the rules, and drops those without a rule', () => {
  const page = minify({
    css: '.sc-x-0{top:0}.hAsHeD:hover .sc-x-0,.other-one{left:.5em}',
    body: '<p class="sc-none hAsHeD">a .hAsHeD</p><i class="sc-x-0 other-one"></i><b class="sc-none">b</b>',
  })
  expect(page).toEqual({
    css: '.a{top:0}.b:hover .a,.c{left:.5em}',
    body: '<p class="b">a .hAsHeD</p><i class="a c"></i><b>b</b>',
  })
})

test('leaves the classes of islands unshortened, even where the page uses them', () => {
  const island =
    '<div data-behaviour="island" data-island="roi"><div class="inIsland sc-y"><div>1</div></div></div>'
  const page = minify({
    css: '.inIsland{top:0}.outside{left:0}',
    body: `<p class="outside inIsland"></p>${island}<div class="outside"></div>`,
  })
  expect(page).toEqual({
    css: '.inIsland{top:0}.b{left:0}',
    body: `<p class="b inIsland"></p>${island}<div class="b"></div>`,
  })
})

test('shortens names of animations, and nothing that only looks like one', () => {
  const { css } = minify({
    css: '.one{animation:epWVGT 2s}.two{animation-name:x,dva-D}@keyframes epWVGT{to{top:0}}@keyframes dva-D{to{left:0}}.dva-D-2{top:0}',
    body: '<p class="one two dva-D-2"></p>',
  })
  expect(css).toBe(
    '.a{animation:a 2s}.b{animation-name:x,b}@keyframes a{to{top:0}}@keyframes b{to{left:0}}.c{top:0}',
  )
})

test('has names for more rules than there are letters, none of which two share', () => {
  const classes = Array.from({ length: 600 }, (_, i) => `long-${i}`)
  const { css } = minify({
    css: classes.map((name) => `.${name}{}`).join(''),
    body: classes.map((name) => `<p class="${name}"></p>`).join(''),
  })
  expect(css).toMatch(/^(?:\.[a-zA-Z]\d*\{\})+$/)
  expect(new Set(css.match(/\.\w+/g)).size).toBe(600)
})

test('shortens ids and what refers to them, and leaves out what parts texts', () => {
  const { body } = minify({
    css: '',
    body: '<g id="_R_ap_1"><path d="M0 0"></path></g><use href="#_R_ap_1"></use><p id="_R_b_x" aria-describedby="_R_ap_1 _R_b_x">a <!-- -->b</p>',
  })
  expect(body).toBe(
    '<g id="_0_1"><path d="M0 0"/></g><use href="#_0_1"/><p id="_1_x" aria-describedby="_0_1 _1_x">a b</p>',
  )
})

test('writes an island’s props in single quotes, with the same value', () => {
  const { body } = minify({
    css: '',
    body: '<div data-island="roi" data-props="{&quot;a&quot;:&quot;it&#x27;s &lt;b&gt; &amp;quot;&quot;}">"&quot;"</div>',
  })
  expect(body).toBe(
    `<div data-island="roi" data-props='{"a":"it&#x27;s &lt;b&gt; &amp;quot;"}'>"&quot;"</div>`,
  )
})
