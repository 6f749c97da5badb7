import { createRequire } from 'node:module'
import sharp from 'sharp'
import { messageOf } from '../../api/contract/operational-error.ts'
import { auditLine, looseLines } from '../art/tangle-lines.ts'
import { cardLines, type CardText } from '../site/card.ts'
import { palette } from '../theme/tokens.ts'

const { ink: INK, bg: PAPER, signal: SIGNAL, ink3: QUIET } = palette.light

const require = createRequire(import.meta.url)
const mark = (ink: string, scale = 1) =>
  `<g transform="scale(${scale})" fill="none" stroke="${ink}"><circle cx="13" cy="13" r="11.6" stroke-width="1.8"/><path d="M1.8 13q2.2-6.4 4.4 0t4.4 0" stroke-width="1.8"/><path d="M10.6 13H24.4" stroke="${SIGNAL}" stroke-width="2.6"/></g>`

/** The mark as an icon that follows the system's theme. */
const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><style>g{stroke:${INK}}@media(prefers-color-scheme:dark){g{stroke:${palette.dark.ink}}}</style>${mark('inherit').replace(' stroke="inherit"', '')}</svg>`

/** The mark on paper, `size` px square, with a margin as a share of it. */
function tile(size: number, margin: number): Promise<Buffer> {
  const scale = (size * (1 - 2 * margin)) / 26
  const offset = size * margin
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${PAPER}"/><g transform="translate(${offset} ${offset})">${mark(INK, scale)}</g></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

/** The icons that browsers and phones ask for, by path in a release. */
export async function icons(): Promise<Map<string, Buffer | string>> {
  const small = await tile(32, 0.04)
  return new Map<string, Buffer | string>([
    ['icon.svg', iconSvg],
    ['favicon.ico', ico(small, 32)],
    ['apple-touch-icon.png', await tile(180, 0.18)],
    ['icon-192.png', await tile(192, 0.2)],
    ['icon-512.png', await tile(512, 0.2)],
  ])
}

/** An .ico file that holds one PNG: six bytes of header, sixteen of directory. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/**
 * The picture of a shared link, a PNG of 1200 × 630 px. Type is set here, without a browser. Texts that have nothing to
 * draw are left out.
 */
export async function card(text: CardText): Promise<Buffer> {
  const base = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${PAPER}"/><g transform="translate(-60 330)" fill="none" stroke="${INK}" stroke-width=".9"><path d="${looseLines}"/><path d="${auditLine}" stroke="${SIGNAL}" stroke-width="3"/></g><g transform="translate(72 64)">${mark(INK, 2)}</g><rect x="0" y="622" width="1200" height="8" fill="${SIGNAL}"/></svg>`
  const isHome = text.title === text.word
  const lines = cardLines(text).map(drawable).filter(Boolean)
  const headline: Type = { px: isHome ? 84 : 104, weight: 600, ink: INK }
  const word = await layer(text.word, { px: 34, weight: 700, ink: INK }, { left: BRAND_LEFT, top: 74 })
  const left = BRAND_LEFT + (await widthOf(word))
  const layers = [
    layer(text.descriptor, { px: 24, weight: 400, ink: QUIET }, { left, top: 80 }),
    ...lines.map((line, i) => layer(line, headline, { left: 68, top: 168 + i * 92 })),
  ]
  return sharp(Buffer.from(base))
    .composite([...word, ...(await Promise.all(layers)).flat()])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** In px: where the brand begins beside the mark, and the room behind its word. */
const BRAND_LEFT = 144
const WORD_SPACE = 31

/** How much room a word takes, in px: none where it draws nothing. */
async function widthOf([word]: readonly Layer[]): Promise<number> {
  if (word === undefined) return 0
  const { width } = await sharp(word.input).metadata()
  return width + WORD_SPACE
}

/** The same for a release, which is complete without it: a card that can't be drawn is left out, with a warning. */
export async function drawCard(name: string, text: CardText): Promise<Buffer | undefined> {
  try {
    return await card(text)
  } catch (error) {
    console.warn(`The card of “${text.title}”, ${name}, could not be drawn: ${messageOf(error)}`)
    return undefined
  }
}

/** Letter spacing of headlines, as a share of the type size; Pango counts in 1024ths of a point. */
const TRACKING = -0.03
const PANGO_UNITS = 1024

/** A longer title is cut: type is set in one line, whatever memory that takes. */
const MAX_CHARACTERS = 120
/** Lines that would be longer or higher are scaled down, in px: the card has 1200 × 630. */
const MAX_WORDS = { width: 1100, height: 440 }
/** Characters that draw something: the Braille blank and the object placeholder are symbols that don't. */
const DRAWN = /(?![\u2800\ufffc])[\p{L}\p{N}\p{P}\p{S}]/u

const CUTS = {
  400: ['400Regular', 'Regular'],
  600: ['600SemiBold', 'SemiBold'],
  700: ['700Bold', 'Bold'],
} as const

interface Layer {
  input: Buffer
  left: number
  top: number
}

interface Type {
  px: number
  weight: keyof typeof CUTS
  ink: string
}

/** The part of a text that is set; empty where nothing of it draws, which the library refuses, as it does NUL. */
function drawable(text: string): string {
  const shown = text.replaceAll('\0', '').slice(0, MAX_CHARACTERS)
  return DRAWN.test(shown) ? shown : ''
}

async function layer(text: string, type: Type, place: Omit<Layer, 'input'>): Promise<Layer[]> {
  const line = drawable(text)
  return line === '' ? [] : [{ input: await words(line, type), ...place }]
}

function words(text: string, { px, weight, ink }: Type): Promise<Buffer> {
  const [file, style] = CUTS[weight]
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return sharp({
    text: {
      text: `<span foreground="${ink}" letter_spacing="${Math.round(px * TRACKING * PANGO_UNITS)}">${escaped}</span>`,
      // The comma ends the family's name: without it, Pango takes its last word for a style.
      font: `Familjen Grotesk, ${style} ${px}`,
      fontfile: require.resolve(`@expo-google-fonts/familjen-grotesk/${file}/FamiljenGrotesk_${file}.ttf`),
      rgba: true,
      dpi: 72,
    },
  })
    .resize({ ...MAX_WORDS, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}
