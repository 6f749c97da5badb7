import sharp from 'sharp'
import { expect } from 'vitest'

let turn = 0

/** A picture that no other test has. */
export async function picture(format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', width = 40): Promise<Buffer> {
  turn += 1
  const create = { width: width + turn, height: 40, channels: 3 as const, background: '#c30' }
  return sharp({ create }).toFormat(format).toBuffer()
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { heif: 'avif', svg: 'svg+xml' }

/** The extension of files in a format, by sharp's name for it. */
export function extensionOf(format: string): string {
  return { heif: 'avif', jpeg: 'jpg' }[format] ?? format
}

/** The addresses that a page has of a picture's files. */
export function filesOf(page: string, asset: string): string[] {
  const sha1 = asset.split('-')[1] ?? ''
  return [...new Set(page.match(new RegExp(`/assets/pictures/${sha1}-[\\w.-]+`, 'g')))]
}

/** All files that home has of a picture are served, each in the size and the format that its name says. */
export async function expectServed(site: string, asset: string): Promise<string[]> {
  const files = filesOf(await (await fetch(site)).text(), asset)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const served = await fetch(site + file)
    expect(served.status).toBe(200)
    expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('cache-control')).toContain('immutable')
    const { width, height, format } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
    const [, wide, high, extension] = /(\d+)x(\d+)(?:-1)?\.(\w+)$/.exec(file) ?? []
    expect([width, height]).toEqual([Number(wide), Number(high)])
    expect(extensionOf(format)).toBe(extension)
    expect(served.headers.get('content-type')).toMatch(`image/${MEDIA_TYPES[format] ?? format}`)
  }
  return files
}
