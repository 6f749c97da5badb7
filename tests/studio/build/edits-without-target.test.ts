import type * as Mutator from '@sanity/mutator'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { withEditsWithoutTarget } from '../../../studio/build/edits-without-target.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const DRAFT = { _id: 'drafts.a', _type: 'step', _rev: 'r1', title: 'One', text: '' }
const GONE = { mutations: [{ delete: { id: DRAFT._id } }], previousRev: 'r1', transactionId: 'r2' }

interface Sent {
  mutation: Mutator.Mutation
  success: () => void
  failure: () => void
  cancel: (error: Error) => void
}

let mutator: typeof Mutator

beforeAll(async () => {
  mutator = await changedMutator()
})

/** The package as the bundle has it, below the checkout, where it finds its own packages. */
async function changedMutator(): Promise<typeof Mutator> {
  mkdirSync(path.join(ROOT, 'var'), { recursive: true })
  const folder = mkdtempSync(path.join(ROOT, 'var/mutator-'))
  const file = path.join(folder, 'index.mjs')
  const installed = readFileSync(path.join(ROOT, 'node_modules/@sanity/mutator/lib/index.js'), 'utf8')
  const code = withEditsWithoutTarget(installed) ?? ''
  // The map stays where the package is.
  writeFileSync(file, code.replace(/^\/\/# sourceMappingURL=.*$/mu, ''))
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as typeof Mutator
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A draft that is open in a form, and what the form sends of it. */
function openDraft() {
  const document = new mutator.BufferedDocument({ ...DRAFT })
  const sent: Sent[] = []
  document.commitHandler = (commit) => void sent.push(commit)
  return {
    document,
    sent,
    type: (title: string) =>
      document.add(new mutator.Mutation({ mutations: [{ patch: { id: DRAFT._id, set: { title } } }] })),
    /** What the form hears from the lake. */
    hear: (event: object) => document.arrive(new mutator.Mutation(event as Mutator.Mutation['params'])),
  }
}

/** A form of a document without a draft, into which somebody types. */
function openFirstEdit(title: string) {
  const document = new mutator.BufferedDocument(null)
  const sent: Sent[] = []
  document.commitHandler = (commit) => void sent.push(commit)
  const { _rev, ...published } = DRAFT
  const mutations = [{ createIfNotExists: published }, { patch: { id: DRAFT._id, set: { title } } }]
  document.add(new mutator.Mutation({ mutations }))
  void document.commit()
  return { document, sent }
}

/** The event of a sent edit of which the lake made a new draft, out of what is published by then. */
function appearedFrom({ mutation }: Sent, published: object = {}) {
  const { transactionId, mutations } = mutation
  const create = { ...DRAFT, ...published }
  return { mutations: [{ create }, ...mutations], resultRev: transactionId, transactionId }
}

test('typed text survives a publish of its draft: sent, queued or unsent', () => {
  const { document, sent, type, hear } = openDraft()
  type('One, two')
  void document.commit()
  type('One, two, three')
  void document.commit()
  type('One, two, three, four')
  hear({ ...GONE, transactionTotalEvents: 2, transactionCurrentEvent: 2 })
  expect(document.LOCAL).toMatchObject({ title: 'One, two, three, four' })

  type('One, two, three, four, five')
  expect(sent).toHaveLength(1)
  sent[0]?.success()
  hear(appearedFrom(sent[0]!, { text: 'Of the published' }))
  expect(document.LOCAL).toMatchObject({ title: 'One, two, three, four, five', text: 'Of the published' })
  void document.commit()
  sent[1]?.success()
  expect(sent).toHaveLength(3)
  const stored = mutator.Mutation.applyAll(
    document.document.HEAD,
    sent.slice(1).map(({ mutation }) => mutation),
  )
  expect(stored).toMatchObject({ title: 'One, two, three, four, five' })
})

test('unsent text survives too when nothing is on its way', () => {
  const { document, sent, type, hear } = openDraft()
  type('One, two')
  hear({ ...GONE, transactionTotalEvents: 2 })
  expect(document.LOCAL).toMatchObject({ title: 'One, two' })
  void document.commit()
  hear(appearedFrom(sent[0]!))
  expect(document.document.HEAD).toMatchObject({ title: 'One, two' })
})

test('a draft that nobody types into is gone, and the next letter is not on it', () => {
  const { document, type, hear } = openDraft()
  hear({ ...GONE, transactionTotalEvents: 2 })
  expect(document.LOCAL).toBeNull()
  type('One, two')
  expect(document.LOCAL).toBeNull()
})

test('typed text goes with a discarded draft or a deleted document', () => {
  const discarded = openDraft()
  discarded.type('One, two')
  discarded.hear({ ...GONE, transactionTotalEvents: 1 })
  expect(discarded.document.LOCAL).toBeNull()

  const deleted = openDraft()
  deleted.type('One, two')
  deleted.hear({ ...GONE, transactionTotalEvents: 2 })
  void deleted.document.commit()
  // The lake finds nothing to make a draft of.
  deleted.sent[0]?.cancel(new Error('409'))
  expect(deleted.document.LOCAL).toBeNull()
})

test('an edit on its way while its draft is discarded makes a new draft', () => {
  const { document, sent, type, hear } = openDraft()
  type('One, two')
  void document.commit()
  hear(GONE)
  expect(document.LOCAL).toBeNull()
  sent[0]?.success()
  hear(appearedFrom(sent[0]!))
  expect(document.LOCAL).toMatchObject({ title: 'One, two' })
})

test('a first edit that fails stays in the form, and is sent again', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const { document, sent } = openFirstEdit('One, two')
    sent[0]?.failure()
    expect(document.LOCAL).toMatchObject({ title: 'One, two' })
    vi.advanceTimersByTime(1_000)
    expect(sent).toHaveLength(2)
    expect(mutator.Mutation.applyAll(null, [sent[1]!.mutation])).toMatchObject({ title: 'One, two' })
  } finally {
    vi.useRealTimers()
  }
})

test('a first edit that is refused goes', () => {
  const { document, sent } = openFirstEdit('One, two')
  sent[0]?.cancel(new Error('403'))
  expect(document.LOCAL).toBeNull()
})

test('typing goes on in a text that somebody else empties, sent or not', () => {
  const { document, sent, type, hear } = openDraft()
  type('One, two')
  void document.commit()
  type('One, two, three')
  const emptied = { mutations: [{ patch: { id: DRAFT._id, unset: ['title'] } }], transactionId: 'r2' }
  hear({ ...emptied, previousRev: 'r1', resultRev: 'r2' })
  expect(document.LOCAL).toMatchObject({ title: ', two, three', text: '' })
  type('Four')
  sent[0]?.success()
  const { transactionId, mutations } = sent[0]!.mutation
  hear({ mutations, transactionId, previousRev: 'r2', resultRev: transactionId })
  expect(document.LOCAL).toMatchObject({ title: 'Four' })
})

test('a package of another shape stays as it is', () => {
  expect(withEditsWithoutTarget('export {}')).toBeUndefined()
})
