import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Fan } from '../../../../web/sections/cal/fan.tsx'

test.each([
  [1, 1],
  [3, 3],
  [5, 3],
])('of %i sheets, the lines lead to the %i of the first row', (sheets, abreast) => {
  const drawn = renderToStaticMarkup(<Fan sheets={sheets} />)
  const paths = / d="([^"]*)"/g
  const lines = [...drawn.matchAll(paths)].map(([, d = '']) => d.split('M').length - 1)
  expect(lines).toEqual([abreast * 4, abreast])
})
