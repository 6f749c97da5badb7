import { expect, test } from 'vitest'
import { isIcon } from '../../../../web/preview/client/icons.ts'

test('the icon of a document type is one', () => {
  const drawing = '<path d="M5 5h10" stroke="currentColor" stroke-width="1.2"></path>'
  expect(isIcon(`<svg data-sanity-icon="plug" width="1em" viewBox="0 0 25 25">${drawing}</svg>`)).toBe(true)
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<svg onload="alert(1)"></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><path onclick="alert(1)"/></svg>',
  '<svg><a href="javascript:alert(1)"></a></svg>',
  '<svg><use href="https://evil.example/#x"/></svg>',
  '<svg></svg><img src=x>',
  '<svg>text</svg>',
])('%s is none', (text) => {
  expect(isIcon(text)).toBe(false)
})
