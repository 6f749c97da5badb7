import { axeFindings, faintWords, layoutFindings } from './support/axe.ts'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.skip(({ isMobile }) => isMobile, 'Each test sets the widths it wants; phones have no Tab key.')
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const path of ROUTES.filter((route) => route !== '/home')) {
  test(`axe finds nothing on ${path}, in both themes and at three widths`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await faintWords(page)).toEqual([])
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await layoutFindings(page), `at ${width} px`).toEqual([])
    }
  })
}

for (const [width, height] of [
  [412, 823],
  [1350, 940],
] as const) {
  for (const path of ['/', '/platform']) {
    test(`axe finds nothing faint on ${path} before anybody has scrolled, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-below')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await faintWords(page), colorScheme).toEqual([])
      }
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the open menu, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/about')
    await page.locator('header summary').click()
    expect(await axeFindings(page, 'header')).toEqual([])
  })
}

test('axe finds nothing in open answers, a calculator that can’t read, and its tooltip', async ({ page }) => {
  test.slow()
  await page.goto('/#roi')
  const input = page.locator('#roi').getByRole('textbox').first()
  await input.fill('a few')
  await input.blur()
  await page.locator('#roi [data-tooltip]').nth(1).focus()
  await expect(page.getByRole('tooltip')).toBeAttached()
  expect(await axeFindings(page, '#roi')).toEqual([])
  expect(await faintWords(page, '[data-radix-popper-content-wrapper]')).toEqual([])
  await page.locator('#faq details').evaluateAll((all) => {
    for (const group of all) group.setAttribute('open', '')
  })
  expect(await axeFindings(page, '#faq')).toEqual([])
})

test('axe finds nothing in a contact form that fails, and in a toast', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('main [aria-invalid=true]')).toHaveCount(3)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Address copied' })).toBeVisible()
  expect(await axeFindings(page, 'main')).toEqual([])
  expect(await axeFindings(page, '[role=region] > ol')).toEqual([])
})

for (const forcedColors of ['none', 'active'] as const) {
  test(`whatever has the focus shows it, and is large enough to press (forced colours: ${forcedColors})`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors })
    for (const path of ROUTES) {
      await page.goto(path)
      expect(await page.evaluate(badTargets), path).toEqual([])
    }
  })
}

/** Runs in the page: what hides its focus, or is smaller than 24 px and no word in a sentence. */
function badTargets(): string[] {
  const bad: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input, textarea, summary, [tabindex="0"]',
  )) {
    if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    element.focus()
    if (document.activeElement !== element) continue
    const name = `${element.tagName} ${element.ariaLabel ?? element.textContent}`.slice(0, 60)
    // The outline may be that of what the element stands in.
    let outlined: Element | null = element
    for (let depth = 0; outlined && depth <= 3; depth += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(outlined)
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) break
      outlined = depth < 3 ? outlined.parentElement : null
    }
    if (!outlined) bad.push(`${name}: no focus to be seen`)
    const { width, height } = element.getBoundingClientRect()
    const isWord = getComputedStyle(element).display === 'inline'
    if (!isWord && Math.min(width, height) < 24) bad.push(`${name}: ${width} × ${height} px`)
  }
  return bad
}

test('the skip link leads to the main part', async ({ page }) => {
  await page.goto('/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
})
