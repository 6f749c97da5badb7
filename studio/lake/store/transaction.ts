import type { LakeDocument } from '../document.ts'

export interface Change {
  id: string
  before: LakeDocument | null
  after: LakeDocument | null
  /** The mutations of this document, as a listener re-applies them. */
  mutations: readonly Record<string, unknown>[]
}

export interface Transaction {
  id: string
  /** ISO time, later than that of every earlier transaction. */
  at: string
  author: string
  /** What was done: `mutate`, or the last word of an action's type, such as `publish`. */
  kind: string
  changes: readonly Change[]
}
