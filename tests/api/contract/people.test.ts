import { expect, test } from 'vitest'
import { signInRequest } from '../../../api/contract/people.ts'

test.each([
  [' Ada@Example.com ', 'ada@example.com'],
  ['ada\u200B@example.com\u202C', 'ada@example.com'],
  ['ada@müller.de', 'ada@xn--mller-kva.de'],
  ['Ada@MÜLLER.de', 'ada@xn--mller-kva.de'],
  ['ada@почта.рф', 'ada@xn--80a1acny.xn--p1ai'],
])('who edits may have the address %s, which is kept as %s', (typed, email) => {
  expect(signInRequest.parse({ email: typed })).toEqual({ email })
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada @example.com',
  'ada@exa mple.com',
  'ada@gmail',
  'ada@localhost',
  'ada..lovelace@example.com',
  '.ada@example.com',
  'ada.@example.com',
  `a@${'b.'.repeat(130)}c`,
])('the address %j is refused with a sentence', (email) => {
  const { error } = signInRequest.safeParse({ email })
  expect(error?.issues.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/mail address.*\.$/u),
  )
})
