import { expect, test } from 'vitest'
import { pictured } from './launch-content.ts'

test.each(['png', 'jpg', 'svg'])('launch content may show a picture of the format %s', (format) => {
  const file = `image@file://./images/${'a'.repeat(40)}-256x256.${format}`
  const logo = { _type: 'image', _sanityAsset: file }
  const shown = pictured({ _id: 'one', _type: 'integration', _rev: 'one-1', _updatedAt: '', logo })
  expect(shown['logo']).toEqual({
    _type: 'image',
    asset: { _type: 'reference', _ref: `image-${'a'.repeat(40)}-256x256-${format}` },
  })
})
