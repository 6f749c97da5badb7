import type * as Mutator from '@sanity/mutator'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { earlyLazy } from '../../../studio/build/early-lazy.ts'
import {
  SHOWN_AT_EVERY_START,
  withEarlyParts,
  withEditsOfGoneDrafts,
  withKnownFeatures,
} from '../../../studio/build/sanity-patches.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const STUDIO = path.join(ROOT, 'node_modules/sanity/lib')
const MUTATOR = path.join(ROOT, 'node_modules/@sanity/mutator/lib/index.js')

test('the installed Studio has each of the parts that are loaded early', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const changed = files
    .map((name) => withEarlyParts(readFileSync(path.join(STUDIO, name), 'utf8')))
    .join('\n')

  for (const part of SHOWN_AT_EVERY_START) expect(changed).toContain(`earlyLazy(() => import("./${part}-`)
})

test('the installed Studio asks about features in one place, which takes them for known', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const changed = files.filter((name) => withKnownFeatures(readFileSync(path.join(STUDIO, name), 'utf8')))
  expect(changed).toHaveLength(1)
})

test('an edit that is on its way while its draft is published stands in the draft that is made of it', async () => {
  const { BufferedDocument, Mutation } = await changedMutator()
  const draft = { _id: 'drafts.a', _type: 'step', _rev: 'r1', title: 'One' }
  const document = new BufferedDocument(draft)
  const sent = Promise.withResolvers<{ mutation: Mutator.Mutation; success: () => void }>()
  document.commitHandler = sent.resolve
  document.add(new Mutation({ mutations: [{ patch: { id: draft._id, set: { title: 'One, two' } } }] }))
  void document.commit()
  const { mutation, success } = await sent.promise
  document.arrive(
    new Mutation({ mutations: [{ delete: { id: draft._id } }], previousRev: 'r1', transactionId: 'r2' }),
  )
  expect(document.LOCAL).toBeNull()
  success()
  const { transactionId = '', mutations } = mutation
  document.arrive(
    new Mutation({ mutations: [{ create: draft }, ...mutations], resultRev: transactionId, transactionId }),
  )
  expect(document.LOCAL).toMatchObject({ title: 'One, two' })
})

/** The package as the bundle has it, below the checkout, where it finds its own packages. */
async function changedMutator(): Promise<typeof Mutator> {
  mkdirSync(path.join(ROOT, 'var'), { recursive: true })
  const folder = mkdtempSync(path.join(ROOT, 'var/mutator-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'index.mjs')
  const code = withEditsOfGoneDrafts(readFileSync(MUTATOR, 'utf8')) ?? ''
  // The map stays where the package is.
  writeFileSync(file, code.replace(/^\/\/# sourceMappingURL=.*$/mu, ''))
  return import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<typeof Mutator>
}

test('what is loaded by the time it is drawn is drawn without a placeholder', async () => {
  const there = { default: () => <p>The part</p> }
  const Part = earlyLazy(async () => there)
  const Late = earlyLazy(() => new Promise(() => undefined))
  await Promise.resolve()

  const drawn = (Shown: typeof Part) =>
    renderToStaticMarkup(
      <Suspense fallback="Loading">
        <Shown />
      </Suspense>,
    )
  expect(drawn(Part)).toContain('The part')
  expect(drawn(Part)).not.toContain('Loading')
  expect(drawn(Late)).toContain('Loading')
})
