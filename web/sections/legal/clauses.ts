import { toPlainText } from '@portabletext/react'
import { anchorsOf } from '../../ui/anchors.ts'
import { hasWords, type Block } from '../../ui/rich-text.tsx'

interface Clause {
  /** Its anchor. */
  id: string
  title: string
  blocks: Block[]
}

/** Splits a text at its second-level headings, ignoring empty ones; `opening` is what comes before the first. */
export function clauses(text: readonly Block[]): { opening: Block[]; numbered: Clause[] } {
  const body = text.filter(hasWords)
  const ids = anchorsOf(body.filter(({ style }) => style === 'h2').map((block) => toPlainText([block])))
  const opening: Block[] = []
  const numbered: Clause[] = []
  for (const block of body) {
    if (block.style === 'h2') {
      numbered.push({ id: ids[numbered.length] ?? '', title: toPlainText([block]), blocks: [] })
      continue
    }
    const blocks = numbered.at(-1)?.blocks ?? opening
    blocks.push(block)
  }
  return { opening, numbered }
}
