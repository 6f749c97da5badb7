import { expect, test } from 'vitest'
import type { StoredDocument } from '../../../web/content/documents.ts'
import { documentWords, fieldWords } from '../../../web/content/field-words.ts'
import { launchDocuments } from '../../support/launch-content.ts'

const launch = launchDocuments()

function launched(id: string): StoredDocument {
  const document = launch.get(id)
  if (!document) throw new Error(`There is no ${id} in the launch content.`)
  return document
}

const keyOf = (list: unknown, index: number) => (list as { _key: string }[])[index]?._key

test('a field is named as its form names it, and an item by its place', () => {
  const group = launched('faq-group-platform-models')
  const second = `items[_key=="${keyOf(group['items'], 1)}"]`
  expect(fieldWords(group, 'title')).toBe('“Title”')
  expect(fieldWords(group, `${second}.question`)).toBe('“Question 2 › Question”')
  expect(fieldWords(group, second)).toBe('“Question 2”')
  expect(fieldWords(group, `${second}.answer[_key=="b"].markDefs[0].href`)).toBe(
    '“Question 2 › Answer › Link 1 › Address”',
  )
})

test('what a list refers to is named by its type, and plain lines by their field', () => {
  const home = launched('home')
  const groups = (home['faq'] as { groups: unknown }).groups
  expect(fieldWords(home, `faq.groups[_key=="${keyOf(groups, 2)}"]`)).toBe('“FAQ › FAQ group 3”')
  expect(fieldWords(home, 'hero.headline[1]')).toBe('“Hero › Headline 2”')
})

test('a picture is named by its field', () => {
  expect(fieldWords(launched('integration-slack'), 'logo.asset')).toBe('“Logo”')
})

test('a field that the forms no longer have is not named', () => {
  expect(fieldWords(launched('about'), 'gone.long[0].ago')).toBe('This')
})

test('a document is named by its type, and by its title where there are several', () => {
  expect(documentWords(launched('home'))).toBe('Home')
  expect(documentWords(launched('legal-privacy'))).toBe('Legal page “Privacy Policy”')
})
