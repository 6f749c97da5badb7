import type { Plugin } from 'vite'

/** The package that holds a document together with what is typed into it and not stored yet. */
const MUTATOR = /node_modules\/@sanity\/mutator\/lib\/index\.js$/

/**
 * A draft goes with its publish while somebody types on. As the package has it, an edit that is on its way then has
 * nothing to be applied to, which ended in the Studio's error screen, and what was typed and not sent yet is dropped.
 * The lake makes a new draft of what was published for the first of these edits. So until it has, they stay on the
 * draft that went, which is the same. A draft that goes alone was discarded, and they with it. A draft whose first edit
 * failed is none that went: the edit is sent again, as the package does with all later ones.
 */
export function editsWithoutTarget(): Plugin {
  return {
    name: 'edits-without-target',
    transform: { filter: { id: MUTATOR }, handler: (code) => withEditsWithoutTarget(code) },
  }
}

/** Methods that the package gets: of a document as it is stored, and of one with what was typed. */
const FOLLOW = `follow(mutation) {
		let before = this.HEAD, after = mutation.apply(before);
		this.isBack = after !== null && (this.GONE !== null || this.EDGE === null);
		this.GONE = after === null && mutation.params.transactionTotalEvents > 1 ? before : null;
		return after;
	}
	`
const AGAIN = `comesAgain() {
		return this.hasFailed && this.commits.some((commit) => commit.apply(null) !== null);
	}
	`
const BASE = `base() {
		let isTyped = this.commits.length > 0 || this.buffer.hasChanges();
		return this.document.EDGE ?? (isTyped ? this.document.GONE : null);
	}
	`

/** What the package has, and what it gets for it. */
const CHANGES: readonly (readonly [had: string, gets: string])[] = [
  ['(doc) => patch.apply(doc)', '(doc) => doc && patch.apply(doc)'],
  ['considerIncoming() {', `${FOLLOW}considerIncoming() {`],
  ['reset(doc) {\n\t\tthis.incoming = []', 'reset(doc) {\n\t\tthis.GONE = null, this.incoming = []'],
  ['this.HEAD = mut.apply(this.HEAD)', 'this.HEAD = this.follow(mut)'],
  // An own edit that comes back has been applied before: to what went, or to nothing.
  ['let needRebase = this.consumeUnresolved(mut.transactionId)', '$& || this.isBack'],
  ['this.EDGE = mutation.apply(this.EDGE)', 'this.EDGE = mutation.apply(this.EDGE ?? this.GONE)'],
  [
    'this.EDGE = Mutation.applyAll(this.HEAD, ',
    'this.EDGE = Mutation.applyAll(this.HEAD ?? (this.hasUnresolvedMutations() ? this.GONE : null), ',
  ],
  ['handleDocumentDeleted() {', `${BASE}${AGAIN}handleDocumentDeleted() {`],
  ['docResponder.failure(),', 'this.hasFailed = !0, docResponder.failure(), this.hasFailed = !1,'],
  ['this.LOCAL = this.document.EDGE, ', 'this.document.GONE = null, $&'],
  [
    'this.document.EDGE === null && this.handleDocumentDeleted(), this.rebase(',
    'this.base() === null && this.handleDocumentDeleted(), this.rebase(',
  ],
  [
    'debug("Rebasing document"), this.document.EDGE === null && ',
    'debug("Rebasing document"), this.base() === null && !this.comesAgain() && ',
  ],
  ['commit.apply(doc), this.document.EDGE)', 'commit.apply(doc), this.base())'],
  // A text that somebody else emptied has no field any more. The lake, too, reads it as an empty text.
  ['target.isAttributeReference() && result.hasAttribute(target.name())', 'target.isAttributeReference()'],
  [
    'if (!attribute) continue;\n\t\t\t\tlet oldValue = attribute.get(), ',
    'let oldValue = attribute ? attribute.get() : "", ',
  ],
]

/**
 * The package with edits that outlive their draft or the text they change, or come before it. Undefined where it has
 * another shape.
 */
export function withEditsWithoutTarget(code: string): string | undefined {
  if (CHANGES.some(([had]) => code.split(had).length !== 2)) return undefined
  return CHANGES.reduce((changed, [had, gets]) => changed.replace(had, gets), code)
}
