import type { Locator, Page } from '@playwright/test'
import { box, expect } from './studio.ts'

/** The parts of a landing page in its form. */
export interface PartsForm {
  parts: Locator
  /** A field of the frontmost part, or item in it. */
  field: (end: string) => Locator
  /** Closes the open part, with any open item in it. */
  close: () => Promise<void>
  /** Adds a part of this name, and leaves it open. */
  add: (part: string) => Promise<void>
}

/** Makes a page from the template "Webinar" and fills in everything but the search texts. */
export async function makeWebinar(page: Page, name: string, path: string): Promise<PartsForm> {
  await page.getByRole('button', { name: 'Create new document' }).click()
  await page.getByRole('link', { name: /Webinar/ }).click()
  await box(page, 'title').fill(name)
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(box(page, 'slug')).toHaveValue(path.slice(1))

  const parts = page.getByTestId('field-blocks')
  const dialog = page.getByRole('dialog', { name: /^Parts/ })
  const field = (end: string) => page.getByTestId(new RegExp(`^field-blocks.*\\.${end}$`)).last()
  const open = async (part: string) => {
    await parts.getByRole('button', { name: part }).last().click()
    await expect(dialog).toBeVisible()
  }
  /** Closing the dialog of an item can close that of its part, too. */
  const close = async () => {
    await expect(async () => {
      const closing = dialog.last().getByRole('button', { name: 'Close dialog' })
      if (await dialog.count()) await closing.click({ timeout: 1000 })
      await expect(dialog).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  }

  await open('Opening')
  await field('title').getByRole('textbox').fill(name)
  await field('lead').getByRole('textbox').fill('Forty minutes on what an auditor asks.')
  await close()
  await open('What you will see')
  const editor = field('body').getByTestId('pt-editor')
  await editor.click()
  await editor.getByRole('textbox').click()
  await page.keyboard.type('One governed workflow, live.')
  await close()
  for (const tile of ['Intake', 'Record']) {
    await open('On the agenda')
    await field('tiles').getByRole('button', { name: 'Add item' }).click()
    await field('tiles.*title').getByRole('textbox').fill(tile)
    await field('tiles.*text').getByRole('textbox').fill(`What the ${tile.toLowerCase()} holds.`)
    await close()
  }
  await open('Quote')
  await field('quote').getByRole('textbox').fill('The record says so.')
  await field('person').getByRole('textbox').fill('A head of operations')
  await close()
  const add = async (part: string) => {
    await parts
      .getByRole('button', { name: /Add item/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: part, exact: true }).click()
    await expect(dialog).toBeVisible()
  }
  return { parts, field, close, add }
}

/** Fills in the search texts. */
export async function writeSearch(page: Page, title: string, description: string): Promise<void> {
  await page.getByRole('tab', { name: 'Search and sharing' }).click()
  await box(page, 'seo.title').fill(title)
  await box(page, 'seo.description').fill(description)
}
