import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './studio.ts'

export interface UploadFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A picture of six megapixels. */
export async function photograph(
  format: 'png' | 'jpeg' | 'webp' | 'avif',
  name: string,
): Promise<UploadFile> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const create = { width: 3000, height: 2000, channels: 3 as const, background: '#c30', noise }
  // Otherwise, noise as AVIF takes both cores a minute.
  const quick = format === 'avif' ? { effort: 0 } : {}
  const buffer = await sharp({ create }).toFormat(format, quick).toBuffer()
  return { name, mimeType: `image/${format}`, buffer }
}

/** Replaces an existing picture with a file, from its menu. */
export async function replacePicture(page: Page, file: UploadFile): Promise<void> {
  const form = page.getByTestId('image-input')
  await form.scrollIntoViewIfNeeded()
  const chooser = page.waitForEvent('filechooser')
  await expect(async () => {
    const upload = page.getByRole('menuitem', { name: 'Upload' })
    if (!(await upload.isVisible())) await form.getByTestId('options-menu-button').click({ timeout: 5000 })
    await upload.click({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await (await chooser).setFiles(file)
}
