import type { LakeDocument } from '../document.ts'

export type Change = {
  id: string
  before: LakeDocument | null
  after: LakeDocument | null
  /** The mutations of this document, as a listener re-applies them. */
  mutations: readonly Record<string, unknown>[]
}

export type Transaction = {
  id: string
  /** ISO time, later than that of every earlier transaction. */
  at: string
  author: string
  /** What was done: `mutate`, or the last word of an action's type, such as `publish`. */
  kind: string
  changes: readonly Change[]
}
