import type { ValidationContext } from '@sanity/types'

const PRIVACY = 'legal-privacy'
const COOKIES = 'legal-cookies'

const CONTRADICTION =
  'The privacy policy mentions analytics cookies, and the cookie policy says that there are none. ' +
  'Change one of the two, with whoever answers for them.'

/** Says that the two policies disagree about analytics cookies, on both of them; true where they agree. */
export async function checkCookieClaims(body: unknown, context: ValidationContext): Promise<true | string> {
  const id = context.document?._id.replace(/^drafts\./, '')
  if (id !== PRIVACY && id !== COOKIES) return true
  const client = context.getClient({ apiVersion: '2025-02-19' })
  const other: unknown = await client.fetch(
    '*[_id == $other][0].body',
    { other: id === PRIVACY ? COOKIES : PRIVACY },
    { perspective: 'drafts' },
  )
  const [privacy, cookies] = id === PRIVACY ? [body, other] : [other, body]
  const disagree = /analytics cookies/i.test(textOf(privacy)) && /no analytics/i.test(textOf(cookies))
  return disagree ? CONTRADICTION : true
}

function textOf(body: unknown): string {
  const blocks = (Array.isArray(body) ? body : []) as { children?: { text?: string }[] }[]
  return blocks.map(({ children = [] }) => children.map(({ text }) => text).join('')).join('\n')
}
