import { toPlainText } from '@portabletext/react'
import type { Block } from '../../ui/rich-text.tsx'

interface Clause {
  /** Anchor, made from the title: a link to a clause survives another clause before it. */
  id: string
  title: string
  blocks: Block[]
}

/** Cuts a text at its second-level headings; `opening` is what stands before the first. */
export function clauses(body: readonly Block[]): { opening: Block[]; numbered: Clause[] } {
  const opening: Block[] = []
  const numbered: Clause[] = []
  const ids = new Set<string>()
  for (const block of body) {
    if (block.style === 'h2') {
      const title = toPlainText([block])
      numbered.push({ id: unique(slug(title), ids), title, blocks: [] })
      continue
    }
    const blocks = numbered.at(-1)?.blocks ?? opening
    blocks.push(block)
  }
  return { opening, numbered }
}

function slug(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['clause']
  return words.join('-')
}

function unique(id: string, taken: Set<string>): string {
  let free = id
  for (let n = 2; taken.has(free); n++) free = `${id}-${n}`
  taken.add(free)
  return free
}
