import { expect, test } from 'vitest'
import { splitStyles } from '../../../../web/publisher/render/split-styles.ts'

/** More than a page needs for a second file to be worth its request. */
const PADDING = `.top{--padding:${'x'.repeat(50_000)}}`

const body = [
  '<header class="top"></header><main>',
  '<section class="band"><section class="in"></section></section>',
  '<section class="band low"><p class="in deep"></p></section>',
  '<div data-behaviour="island" data-island="roi"><div class="slider low2"></div></div>',
  '<footer class="low2 end"></footer></main>',
].join('')

function split(...rules: string[]) {
  const { css, below } = splitStyles({ body, rules: [PADDING, ...rules] })
  return { css: css.slice(PADDING.length), below: below?.css }
}

test('parts the rules behind the first section, each in its order', () => {
  const { css, below } = splitStyles({ body, rules: [PADDING, '.low{a:b}', '.in{c:d}', '.end{e:f}'] })
  expect(css).toBe(`${PADDING}.in{c:d}`)
  expect(below?.css).toBe('.low{a:b}.end{e:f}')
  expect(body.slice(below?.at)).toMatch(/^<section class="band low">/)
})

test.each([
  '.low{a:b}',
  '.low .in,.end>p{a:b}',
  '.band.low{a:b}',
  '.top~.low:not(.in){a:b}',
  '[data-theme=dark] .deep::before{a:b}',
  '@media (min-width:40em){.low{a:b}.deep:hover{a:b}}',
  '@supports (a:b){@media print{.low{a:b}}}',
])('a rule is for below when nothing above can have what it wants: %s', (rule) => {
  expect(split(rule)).toEqual({ css: '', below: rule })
})

test.each([
  'h1{a:b}',
  '.band{a:b}',
  '.low,.in{a:b}',
  '.band:has(.low){a:b}',
  '.band:not(.low){a:b}',
  ':is(.low,.in) p{a:b}',
  ':root:not(:has(.low, .end)) .in{a:b}',
  '[data-name=".low"]{a:b}',
  '.nowhere{a:b}',
  '@media print{.low{a:b}.in{a:b}}',
  '@keyframes low{0%{a:b}to{a:b}}',
  // An island inserts rules of its own later, which must not come before these.
  '.slider{a:b}',
  '.low2{a:b}',
])('any other rule stays: %s', (rule) => {
  expect(split(rule)).toEqual({ css: rule, below: undefined })
})

test('leaves a page alone whose rules are few, or that has one section', () => {
  expect(splitStyles({ body, rules: ['.low{a:b}'] })).toEqual({ css: '.low{a:b}' })
  const one = { body: '<section class="in"></section>', rules: [PADDING, '.low{a:b}'] }
  expect(splitStyles(one)).toEqual({ css: `${PADDING}.low{a:b}` })
})
