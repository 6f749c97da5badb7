import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { earlyLazy } from '../../../studio/build/early-lazy.ts'
import {
  SHOWN_AT_EVERY_START,
  withAnyRefusal,
  withEarlyParts,
  withKnownFeatures,
  withNewByKeys,
  withRestoresWithoutGone,
} from '../../../studio/build/sanity-patches.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const STUDIO = path.join(ROOT, 'node_modules/sanity/lib')

test('the installed Studio has each of the parts that are loaded early', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const changed = files
    .map((name) => withEarlyParts(readFileSync(path.join(STUDIO, name), 'utf8')))
    .join('\n')

  for (const part of SHOWN_AT_EVERY_START) expect(changed).toContain(`earlyLazy(() => import("./${part}-`)
})

test('the installed Studio reads refusals of actions and of edits in one place each, which take them in any shape', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const changed = files.map((name) => withAnyRefusal(readFileSync(path.join(STUDIO, name), 'utf8')) ?? '')
  for (const taken of [
    'error.response.body?.error?.type',
    'STATUSES.has(statusCode) && error.response?.body?.error',
  ])
    expect(changed.filter((code) => code.includes(taken))).toHaveLength(1)
})

test('the installed Studio asks about features in one place, which takes them for known', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const changed = files.filter((name) => withKnownFeatures(readFileSync(path.join(STUDIO, name), 'utf8')))
  expect(changed).toHaveLength(1)
})

test('the installed Studio looks for what a revision uses in one place, which finds out what is gone', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const [changed, ...others] = files.flatMap(
    (name) => withRestoresWithoutGone(readFileSync(path.join(STUDIO, name), 'utf8')) ?? [],
  )
  expect(others).toEqual([])
  expect(changed).toContain('count(*[_id=="${refId}"]) > 0')
  expect(changed).toContain('refNode._weak || existingIds[refNode._ref] ? refNode')
})

test('the installed Studio has one menu of new documents, which skips what an editor may not make', () => {
  const files = readdirSync(STUDIO).filter((name) => name.endsWith('.js'))
  const changed = files.flatMap((name) => withNewByKeys(readFileSync(path.join(STUDIO, name), 'utf8')) ?? [])
  expect(changed).toHaveLength(1)
})

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
