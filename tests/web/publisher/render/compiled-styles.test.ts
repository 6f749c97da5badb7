import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createGlobalStyle, styled } from 'styled-components'
import { expect, test } from 'vitest'
import { createPageCollector } from '../../../../web/publisher/render/page-collector.ts'

interface Coloured {
  $color: string
}
const Card = styled.div<Coloured>`
  ${({ $color }) => `color: ${$color};`}
`
const Wide = styled(Card)`
  width: 100%;
`
const Ground = createGlobalStyle<Coloured>`
  body { background: ${({ $color }) => $color}; }
`

function cssOf(...elements: ReactElement[]): string {
  const collector = createPageCollector()
  collector.toString(renderToString(collector.collect(createElement('main', undefined, ...elements))))
  return collector.page().css
}

test('gives a page the rules of its own components, in their order, whatever was rendered before', () => {
  const card = createElement(Card, { $color: 'red' })
  const wide = createElement(Wide, { $color: 'red' })
  const first = cssOf(wide, card)
  expect(first.indexOf('color:red')).toBeLessThan(first.indexOf('width:100%'))
  expect(cssOf(card)).not.toContain('width')
  expect(cssOf(wide, card)).toBe(first)
})

test('tells the variants of a component apart', () => {
  expect(cssOf(createElement(Card, { $color: 'red' }))).toContain('color:red')
  const other = cssOf(createElement(Card, { $color: 'blue' }))
  expect(other).toContain('color:blue')
  expect(other).not.toContain('red')
})

test('renders a global style as each page wants it', () => {
  expect(cssOf(createElement(Ground, { $color: 'red' }))).toContain('background:red')
  expect(cssOf(createElement(Ground, { $color: 'blue' }))).toContain('background:blue')
})
