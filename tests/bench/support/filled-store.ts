import { COMPANY_SIZES, SOURCES } from '../../../api/contract/limits.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Post } from '../../../api/store/submissions/posts.ts'

const DAY_MS = 24 * 3_600_000
const PAGES = ['/', '/platform', '/about', '/spring-webinar']
const WORDS =
  'We would like to know how this fits into our approval process, who signs what, and what it takes to begin. '
const CHUNK = 2_000

/** Stores posts as a year of them would be: four entries for each message, one in fifty suspected. */
export async function fill(store: Store, count: number): Promise<void> {
  for (let begun = 0; begun < count; begun += CHUNK) {
    const posts = Array.from({ length: Math.min(CHUNK, count - begun) }, (_, index) =>
      postOf(begun + index, count),
    )
    await Promise.all(posts.map((post) => store.submit(post)))
  }
}

function postOf(index: number, count: number): Post {
  const at = Date.now() - Math.round(((count - index) / count) * 366 * DAY_MS)
  const email = `visitor${index}@company${index % 4_999}.example`
  const common = { at, suspected: index % 50 === 0 }
  if (index % 5 === 0)
    return {
      ...common,
      kind: 'contact',
      message: { name: `Bob ${index}`, email, message: WORDS.repeat(4) },
      nonce: { key: `nonce:${index}`, fingerprint: '', until: at },
    }
  return {
    ...common,
    kind: 'waitlist',
    entry: {
      email,
      firstName: `Ada ${index}`,
      company: `Company ${index % 4_999}`,
      role: 'Head of operations',
      companySize: COMPANY_SIZES[index % COMPANY_SIZES.length] ?? '',
      useCase: index % 3 === 0 ? WORDS.repeat(3) : '',
    },
    source: SOURCES[index % SOURCES.length] ?? '',
    page: PAGES[index % PAGES.length] ?? '',
    intent: index % 4 === 0 ? 'demo' : 'waitlist',
    openedAt: undefined,
  }
}
