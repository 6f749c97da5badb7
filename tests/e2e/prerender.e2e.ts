import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.skip(({ isMobile }) => isMobile, 'The rules are the same at every width.')

interface Rule {
  and?: Rule[]
  not?: Rule
  href_matches?: string
  selector_matches?: string
}

test('every link that goes on to another page of the site may be prepared ahead, and nothing else', async ({
  page,
}) => {
  const ahead = new Set<string>()
  for (const path of ROUTES) {
    await page.goto(path)
    const links = await page.evaluate(linksByRule)
    for (const href of links.ahead) ahead.add(href)
    for (const href of links.ahead) expect(href).toMatch(/^\/[a-z-]*$/)
    for (const href of links.others) expect(href).toMatch(/#|^mailto:|^https:\/\/www\.linkedin\.com\//)
  }
  expect([...ahead].toSorted()).toEqual([
    '/',
    '/about',
    '/contact',
    '/cookies',
    '/platform',
    '/privacy',
    '/tos',
  ])
})

test('addresses that do something, or belong to the Studio, are never prepared', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => {
    document.body.replaceChildren()
    for (const href of ['/api/health', '/studio', '/studio/desk', '/assets/x.js'])
      document.body.append(Object.assign(document.createElement('a'), { href, textContent: href }))
  })
  const { ahead, others } = await page.evaluate(linksByRule)
  expect(ahead).toEqual([])
  expect(others).toHaveLength(4)
})

/** Runs in the page: its links, parted by what the page's own rules say, read as browsers read them. */
function linksByRule(): { ahead: string[]; others: string[] } {
  const text = document.querySelector('script[type=speculationrules]')?.textContent ?? '{}'
  const { prerender } = JSON.parse(text) as { prerender: { where: Rule }[] }
  const holds = (link: HTMLAnchorElement, rule: Rule): boolean => {
    if (rule.and) return rule.and.every((one) => holds(link, one))
    if (rule.not) return !holds(link, rule.not)
    if (rule.selector_matches !== undefined) return link.matches(rule.selector_matches)
    return new URLPattern(rule.href_matches ?? '', location.href).test(link.href)
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([target])')]
  const isAhead = (link: HTMLAnchorElement) => prerender.some(({ where }) => holds(link, where))
  const [ahead, others] = [new Set<string>(), new Set<string>()]
  for (const link of links) (isAhead(link) ? ahead : others).add(link.getAttribute('href') ?? '')
  return { ahead: [...ahead], others: [...others] }
}

for (const pointer of [true, false])
  test(`the next page ${pointer ? 'is shown at once after a rest on its link' : 'comes by a view transition after a key'}`, async ({
    page,
  }) => {
    // Told by the page that is left, and before its own listener: a busy Chromium may drop a transition by itself.
    await page.addInitScript(() => {
      addEventListener('pageswap', ({ viewTransition }) => {
        sessionStorage.setItem('change', viewTransition ? 'softened' : 'bare')
        if (!viewTransition) return
        viewTransition.skipTransition = () => {
          sessionStorage.setItem('change', 'at once')
          ViewTransition.prototype.skipTransition.call(viewTransition)
        }
      })
    })
    await page.goto('/about')
    const link = page.locator('a[href="/contact"]').first()
    if (pointer) {
      await link.hover()
      await page.waitForTimeout(700)
      await page.mouse.down()
      await page.mouse.up()
    } else await link.press('Enter')
    await expect(page).toHaveURL(/\/contact$/u)
    const change = await page.evaluate(() => sessionStorage.getItem('change'))
    expect(change).toBe(pointer ? 'at once' : 'softened')
  })
