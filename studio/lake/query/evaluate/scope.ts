import type { LakeDocument } from '../../document.ts'
import type { Budget } from '../budget.ts'
import type { Catalogue } from '../candidates.ts'
import type { SyncTag } from '../sync-tags.ts'

/** What one evaluation reads from, and the budget it spends. */
export interface Run {
  documents: () => readonly LakeDocument[]
  find: (id: string) => LakeDocument | undefined
  /** Indexes of the documents, where there are some. */
  catalogue: Catalogue | undefined
  params: Readonly<Record<string, unknown>>
  budget: Budget
  timestamp: Date
  /** Id of whoever asks. */
  identity: string
  /** Receives the sync tags of everything that is read. */
  reads: Set<SyncTag>
}

/** What `@` and `^` stand for. `^` skips hidden scopes, such as that of an item in `list[].name`. */
export class Scope {
  readonly run: Run
  readonly value: unknown
  readonly parent: Scope | null
  readonly isHidden: boolean

  constructor(run: Run, value: unknown, parent: Scope | null, isHidden = false) {
    this.run = run
    this.value = value
    this.parent = parent
    this.isHidden = isHidden
  }

  nest(value: unknown): Scope {
    return new Scope(this.run, value, this.isHidden ? this.parent : this)
  }

  /** A scope that `^` passes over. */
  nestHidden(value: unknown): Scope {
    return new Scope(this.run, value, this.isHidden ? this.parent : this, true)
  }

  /** What `^` leads to, `count` times over. */
  ancestor(count: number): Scope | null {
    return count === 0 ? this : (this.parent?.ancestor(count - 1) ?? null)
  }
}
