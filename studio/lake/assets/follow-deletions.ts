import type { Corpus } from '../store/corpus.ts'
import type { Transaction } from '../store/transaction.ts'
import { fileNameOf, type AssetKind } from './asset.ts'
import type { AssetFiles } from './asset-files.ts'

const KINDS: Record<string, AssetKind> = { 'sanity.imageAsset': 'image', 'sanity.fileAsset': 'file' }

/**
 * Takes an asset's bytes away with the last document that describes them, as the hosted lake does. It hears of a
 * deletion once that is on disk: a power cut in between leaves bytes that nothing describes, never the reverse.
 */
export function followDeletions(corpus: Corpus, files: AssetFiles): (transaction: Transaction) => void {
  const isDescribed = (type: string, fileName: string): boolean =>
    corpus
      .view('raw')
      .ofType(type)
      .some((other) => fileNameOf(other) === fileName)

  return ({ changes }) => {
    for (const { before, after } of changes) {
      const kind = before !== null && after === null ? KINDS[before._type] : undefined
      const fileName = before === null ? undefined : fileNameOf(before)
      if (before === null || kind === undefined || fileName === undefined) continue
      if (!isDescribed(before._type, fileName)) files.remove(kind, fileName)
    }
  }
}
