import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Integrations } from '../../../../web/content/content.ts'
import { Marquee } from '../../../../web/sections/integrations/marquee.tsx'

const logo = { url: `/images/${'a'.repeat(40)}-256x256.svg` }

const logos = (part: string) => part.split('<li').length - 1

function logosOf(count: number): { read: number; drawn: number } {
  const items = Array.from({ length: count }, (_, i) => ({
    _id: `tool-${i}`,
    title: `Tool ${i}`,
    mono: false,
    logo,
  }))
  const markup = renderToStaticMarkup(
    <Marquee items={items as unknown as Integrations['items']} label="Integrations" gate="Gate" />,
  )
  const [read = '', hidden = ''] = markup.split('aria-hidden="true"')
  return { read: logos(read), drawn: logos(hidden) }
}

test('a few logos are drawn over and over, so that the strip has no gap, and read out once', () => {
  expect(logosOf(2)).toEqual({ read: 2, drawn: 16 })
  expect(logosOf(15)).toEqual({ read: 15, drawn: 15 })
})

test('a strip without logos can be drawn', () => {
  expect(logosOf(0)).toEqual({ read: 0, drawn: 0 })
})
