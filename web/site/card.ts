import { createHash } from 'node:crypto'
import type { Content } from '../content/content.ts'

/** Raise it when `card()` in `web/publisher/cards.ts` draws otherwise: caches keep an address for ever. */
const DRAWING = 2

/** What a card shows: its address is made of exactly this. */
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

/** Address of the picture that a shared link shows, made of what the picture shows. */
export function cardPath(title: string, content: Content): string {
  const shown = JSON.stringify([DRAWING, cardText(title, content)])
  return `/assets/card-${createHash('sha256').update(shown).digest('hex').slice(0, 16)}.png`
}
