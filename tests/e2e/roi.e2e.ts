import * as fc from 'fast-check'
import { stopClock } from './support/clock.ts'
import { openCalculator } from './support/roi.ts'
import { expect, test } from './support/test.ts'

test('starts with the defaults and their sum', async ({ page }) => {
  const { field, result, total } = await openCalculator(page)
  await expect(field('Hours saved per run')).toHaveValue('2')
  await expect(field('Hourly rate')).toHaveValue('40')
  await expect(field('Monthly runs per person')).toHaveValue('50')
  await expect(field('Team size')).toHaveValue('10')
  await expect(total).toHaveText('$480,000')
  await expect(result('Value per run')).toHaveText('$80')
  await expect(result('Monthly savings')).toHaveText('$40,000')
  await expect(result('Hours reclaimed per month')).toHaveText('1,000')
  await expect(result('Equivalent staff')).toHaveText('up to 6')
  await expect(result('Salary avoided')).toHaveText('$480,009')
})

test('typing changes the sum at once', { tag: '@firefox' }, async ({ page }) => {
  const { field, result, total } = await openCalculator(page)
  await field('Team size').selectText()
  await page.keyboard.type('11')
  await expect(total).toHaveText('$528,000')
  await expect(result('Equivalent staff')).toHaveText('6+')
})

test('buttons step by a half and by one, down to the minimum', async ({ page }) => {
  const { field } = await openCalculator(page)
  await page.getByRole('button', { name: 'Increase hours saved per run' }).click()
  await expect(field('Hours saved per run')).toHaveValue('2.5')
  await page.getByRole('button', { name: 'Decrease hourly rate' }).click()
  await expect(field('Hourly rate')).toHaveValue('39')
  await field('Team size').fill('2')
  const fewer = page.getByRole('button', { name: 'Decrease team size' })
  await fewer.click()
  await fewer.click()
  await expect(field('Team size')).toHaveValue('1')
  await field('Monthly runs per person').press('ArrowUp')
  await expect(field('Monthly runs per person')).toHaveValue('51')
})

test('understands what is pasted, and settles on blur', async ({ page }) => {
  const { field, total } = await openCalculator(page)
  await field('Hourly rate').fill('$1,200')
  await expect(total).toHaveText('$14,400,000')
  await field('Hourly rate').fill('1.200,5')
  await expect(total).toHaveText('$14,406,000')
  await field('Hourly rate').fill('17.333')
  await field('Hourly rate').blur()
  await expect(field('Hourly rate')).toHaveValue('17.333')
  await expect(total).toHaveText('$207,996')
  await field('Team size').fill('0')
  await field('Team size').blur()
  await expect(field('Team size')).toHaveValue('1')
})

test('says beside the field what it can’t read, and leaves it there to be corrected', async ({ page }) => {
  const { field, total } = await openCalculator(page)
  const rate = field('Hourly rate')
  await rate.fill('forty')
  await expect(total).toHaveText('$0')
  await rate.blur()
  await expect(rate).toHaveValue('forty')
  await expect(rate).toHaveAttribute('aria-invalid', 'true')
  await expect(rate).toHaveAccessibleDescription(/Not a number we can read\. It counts as 0\./)
  await rate.fill('40')
  await expect(rate).toHaveAttribute('aria-invalid', 'false')
  await expect(total).toHaveText('$480,000')
})

test('whatever was typed before, the running total ends on the exact result', async ({ page }) => {
  const { field, total } = await openCalculator(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const names = ['Hours saved per run', 'Hourly rate', 'Monthly runs per person', 'Team size']
  const defaults = ['2', '40', '50', '10']
  const fillAll = async (values: readonly string[]) => {
    for (const [index, name] of names.entries()) await field(name).fill(values[index] ?? '')
  }
  for (const values of [
    ['2', '1e16', '50', '10'],
    ['1e308', '1e308', '1e308', '1e308'],
    ['abc', '', '0', '1e999'],
  ]) {
    await fillAll(values)
    await page.waitForTimeout(100)
    await fillAll(defaults)
    await expect(total).toHaveText('$480,000')
  }
  await page.goto('/#roi?hours=1e308&rate=1e308&runs=1e308&people=1e308')
  await fillAll(defaults)
  await expect(total).toHaveText('$480,000')
})

/** A second try types the same. Another `FC_SEED` makes other entries. */
const SEED = Number(process.env['FC_SEED'] ?? 1)

/** What people type, mistype and paste, and what nobody does. */
const typed = fc.oneof(
  fc.constantFrom(
    '1.200,5',
    '1,200.50',
    '1 200',
    '€40',
    '2h',
    '17.333',
    '-5',
    '1e308',
    '1e999',
    '',
    ' ',
    '.',
  ),
  fc.double({ noNaN: true }).map(String),
  fc.string({ maxLength: 12 }),
)
const entries = fc.array(fc.tuple(fc.nat({ max: 3 }), typed, fc.boolean()), { maxLength: 8 })

test('the defaults give their own result again, whatever was entered before', async ({ page }) => {
  test.slow()
  const { field, total } = await openCalculator(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const defaults = [
    ['Hours saved per run', '2'],
    ['Hourly rate', '40'],
    ['Monthly runs per person', '50'],
    ['Team size', '10'],
  ] as const
  for (const sequence of fc.sample(entries, { seed: SEED, numRuns: 12 })) {
    for (const [index, text, leaves] of sequence) {
      const input = field(defaults[index]?.[0] ?? '')
      await input.fill(text)
      if (leaves) await input.blur()
    }
    for (const [name, text] of defaults) await field(name).fill(text)
    await expect(total, JSON.stringify(sequence)).toHaveText('$480,000')
  }
})

test('under one employee there is no staff and no salary', async ({ page }) => {
  const { field, result } = await openCalculator(page)
  await field('Team size').fill('1')
  await expect(result('Hours reclaimed per month')).toHaveText('100')
  await expect(page.getByText('Equivalent staff')).toBeHidden()
  await expect(page.getByText('Salary avoided')).toBeHidden()
})

test('the total is announced once typing has stopped', async ({ page }) => {
  await page.clock.install({ time: 0 })
  const { field } = await openCalculator(page)
  await stopClock(page)
  const spoken = page.locator('#roi').getByRole('status')
  await expect(spoken).toBeEmpty()
  const heard = await spoken.evaluateHandle((element) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    return texts
  })
  for (const text of ['', '1', '12']) {
    await field('Team size').fill(text)
    await page.clock.runFor(400)
  }
  expect(await heard.jsonValue()).toEqual([])
  await page.clock.runFor(100)
  await expect(spoken).toHaveText('$576,000 in annual savings')
  expect(await heard.jsonValue()).toEqual(['$576,000 in annual savings'])
})

test('the working can be redone by hand, even with cents', async ({ page }) => {
  const { field, result } = await openCalculator(page)
  const working = (name: string) => page.locator('#roi dl > div', { hasText: name }).locator('small')
  await field('Hours saved per run').fill('0.5')
  await field('Hourly rate').fill('25')
  await expect(working('Value per run')).toHaveText('0.5 h × $25')
  await expect(result('Value per run')).toHaveText('$13')
  await expect(working('Monthly savings')).toHaveText('$12.50 × 50 runs × 10 people')
  await expect(result('Monthly savings')).toHaveText('$6,250')
})

test('is complete without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/#roi`)
  await expect(page.locator('#roi h3 + p')).toHaveText('$480,000')
  await expect(page.getByRole('button', { name: 'Increase team size' })).toBeHidden()
  await context.close()
})
