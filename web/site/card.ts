import { createHash } from 'node:crypto'
import { PICTURES } from '../../api/contract/addresses.ts'
import type { Content, Seo } from '../content/content.ts'
import { sourcesOf } from '../ui/pictures/sources.ts'

/**
 * Increase it when `card()` in `web/publisher/cards.ts` draws anything differently: caches keep an address for ever.
 */
const DRAWING = 3
/** In px, as `card()` draws it. */
const CARD_SIZE = { width: 1200, height: 630 }

/** What a card shows, and all that its address is made of. */
export interface CardText {
  title: string
  word: string
  descriptor: string
  headline: string[]
}

export function cardText(title: string, content: Content): CardText {
  const { word, descriptor } = content.settings.brand
  return { title: title.split(' | ')[0] ?? title, word, descriptor, headline: content.hero.headline }
}

/** The large lines of a card: a page's title, and on that of home its headline. */
export function cardLines({ title, word, headline }: CardText): string[] {
  return title === word ? headline.slice(0, 2) : [title]
}

/** What a card shows, in words. An editor describes that of home. */
function cardAlt(text: CardText, { settings }: Content): string {
  const { title, word, descriptor } = text
  return title === word ? settings.organization.imageAlt : `${word}, ${descriptor}. ${title}`
}

/** Address of the picture for shared links: a hash of what the picture shows. */
export function cardPath(title: string, content: Content): string {
  const shown = JSON.stringify([DRAWING, cardText(title, content)])
  return `/assets/card-${createHash('sha256').update(shown).digest('hex').slice(0, 16)}.png`
}

/** The picture that a shared link shows. */
export interface SharedPicture {
  path: string
  alt: string
  width: number
  height: number
}

/** A page's own picture where an editor chose one, else its card. */
export function sharedPicture({ title, image }: Seo, content: Content): SharedPicture {
  const asset = image?.asset?._ref
  if (!asset)
    return { path: cardPath(title, content), alt: cardAlt(cardText(title, content), content), ...CARD_SIZE }
  const url = `/${PICTURES}${asset.replace(/^image-/, '').replace(/-(?=\w+$)/, '.')}`
  const { src, width, height } = sourcesOf({ ...image, url }, 'card')
  return { path: src, alt: image.alt ?? '', width, height }
}
