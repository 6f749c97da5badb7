import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { schemaTypes } from '../../../../studio/schema/index.ts'
import { isIcon } from '../../../../web/preview/client/icons.ts'

const icons = schemaTypes.flatMap(({ name, icon }) => (icon ? [[name, icon as ComponentType] as const] : []))

test('every type in the desk has an icon', () => {
  expect(icons.length).toBeGreaterThan(10)
})

test.each(icons)('the icon of %s is one', (_, Icon) => {
  expect(isIcon(renderToStaticMarkup(<Icon />))).toBe(true)
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<svg onload="alert(1)"></svg>',
  '<svg/onload=alert(1)></svg>',
  '<svg width="1"onload="alert(1)"></svg>',
  '<svg width="1" onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><path onclick="alert(1)"/></svg>',
  '<svg><a href="javascript:alert(1)"></a></svg>',
  '<svg><use href="https://evil.example/#x"/></svg>',
  '<svg></svg><img src=x>',
  '<svg>text</svg>',
])('%s is none', (text) => {
  expect(isIcon(text)).toBe(false)
})
