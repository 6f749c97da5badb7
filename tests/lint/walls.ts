import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { OxlintOverride } from 'oxlint'

/** Forbidden imports and why: by a pattern of the whole specifier, or by paths as in .gitignore. */
interface Wall {
  regex?: string
  group?: string[]
  message: string
  /** Type imports are allowed, as nothing of them remains at run time. */
  allowTypeImports?: boolean
}

/** What pages use of the contract; the rest of it brings zod. */
export const OF_CONTRACT = [
  'addresses.ts',
  'email.ts',
  'limits.ts',
  'pages.generated.ts',
  'pictures.ts',
  'placeholders.ts',
  'readable.ts',
  'sections.ts',
]

const contract = readdirSync(path.join(import.meta.dirname, '../../api/contract'))
const validators = contract.filter((name) => !OF_CONTRACT.includes(name)).map((name) => name.slice(0, -3))

const gsap: Wall = {
  regex: '^gsap',
  message: 'gsap comes with a *.motion.ts file, once motion is wanted.',
}
const onServer: Wall = {
  regex: String.raw`/api/contract/(${validators.join('|')})\.ts`,
  message: `Validators stay on the server: import types, or what ${OF_CONTRACT.join(', ')} hold.`,
  allowTypeImports: true,
}
const asProps: Wall = {
  group: ['**/content/**', '!**/content/link.ts'],
  message: 'Content arrives as props: import its types only.',
  allowTypeImports: true,
}
const beyondWeb: Wall = {
  group: ['**/studio/**', '**/tests/**', '**/api/**', '!**/api/contract/**'],
  message: 'Of the API web knows its contract, of the Studio and the tests nothing.',
}
const generic: Wall = {
  regex: String.raw`(^\.|/browser)/query\.ts$`,
  message:
    'The specification asks for generic data fetching that no product endpoint uses: fetch without it.',
}
const belowSite: Wall = {
  regex: '/(site|publisher|preview)/',
  message: 'The site is composed of sections and forms, never the reverse.',
}
const ownSection: Wall = {
  regex: String.raw`^\.\./[^.]`,
  message: 'A section knows no other section: what several need is in web/ui.',
}
const withoutReact: Wall = {
  regex: String.raw`^(react|styled-components|@radix-ui)|\.tsx$|/(publisher|preview)/`,
  message: 'A behaviour works on markup that is there: pages start without React.',
}
const motionAlone: Wall = {
  group: [
    '*',
    '!gsap',
    '!gsap/**',
    '!./**',
    '!../**',
    '*.tsx',
    '**/api/**',
    '**/studio/**',
    '**/tests/**',
    '**/content/**',
    '**/site/**',
    '**/publisher/**',
    '**/preview/**',
    '**/browser/query.ts',
  ],
  message: 'Motion moves what is there: it knows gsap and other motion.',
}
const onPages = [gsap, onServer, asProps, beyondWeb, generic]

/** What each folder and suffix may not import. The last row that matches a file counts. */
const WALLS: readonly (readonly [files: string | string[], ...walls: Wall[]])[] = [
  ['web/**', gsap, beyondWeb, generic],
  [
    'web/content/**',
    {
      group: ['../**', '!../../api/contract/**'],
      message: 'Content is read by all of web and reads nothing of it.',
    },
  ],
  [
    'web/{art,browser,theme,ui}/**',
    ...onPages,
    {
      regex: '/(sections|forms|site|publisher|preview)/',
      message: 'What everything is made of knows no section: pass strings as props.',
    },
  ],
  [
    'web/site/**',
    ...onPages,
    { regex: '/(publisher|preview)/', message: 'Pages don’t know who renders them.' },
  ],
  ['web/forms/**', ...onPages, belowSite],
  ['web/sections/**', ...onPages, belowSite, ownSection],
  ['web/**/*.behaviour.ts', ...onPages, withoutReact],
  ['web/**/*.motion.ts', motionAlone],
  ['web/sections/**/*.behaviour.ts', ...onPages, withoutReact, ownSection],
  // In this order: what a group lets through, no later wall refuses.
  ['web/sections/**/*.motion.ts', ownSection, motionAlone],
  [
    ['web/publisher/build.ts', 'web/preview/check.ts'],
    {
      group: ['**/studio/**', '**/tests/**', '**/api/**', '!**/api/contract/**', '!**/api/cli/command.ts'],
      message: 'Commands read their arguments in one way; of the API they know no more.',
    },
    generic,
  ],
  [
    'api/**',
    {
      group: [
        '**/tests/**',
        '**/studio/**',
        '**/web/**',
        '!**/studio/lake/http/forwarding.ts',
        '!**/studio/lake/http/sign-in-frame.ts',
        '!**/web/publisher/release/public-manifest.ts',
      ],
      message: 'The API reads content over HTTP and renders pages through publishing/renderer.ts.',
      allowTypeImports: true,
    },
  ],
  [
    'api/contract/**',
    { group: ['*', '!zod', '!./**'], message: 'The contract is pure: web and Studio import it.' },
  ],
  ['api/store/*.ts', ofStore('..')],
  ['api/store/*/**', ofStore('../..')],
  [
    'studio/**',
    {
      regex: String.raw`/api/contract/(campaigns|forms|people|publishing|submissions)\.ts`,
      message: 'These check requests: import their types alone, or every desk loads zod (145 kB).',
      allowTypeImports: true,
    },
    {
      group: [
        '**/tests/**',
        '**/web/**',
        '**/api/**',
        '!**/api/contract/**',
        '!**/web/content/link.ts',
        '!**/web/content/field-words.ts',
      ],
      message:
        'The Studio is upstream of site and API: import their types, the contract, what a link may be and what fields are called.',
      allowTypeImports: true,
    },
  ],
  [
    'studio/cli/**',
    {
      group: [
        '**/tests/**',
        '**/web/**',
        '**/api/**',
        '!**/web/content/field-words.ts',
        '!**/web/content/schema-nodes.ts',
        '!**/api/contract/**',
        '!**/api/cli/command.ts',
      ],
      message:
        'Commands read their arguments and settings in one way, and know fields by their titles and types; of site and API they know no more.',
    },
  ],
  [
    'studio/build.ts',
    {
      group: [
        '**/tests/**',
        '**/web/**',
        '**/api/**',
        '!**/api/contract/**',
        '!**/web/publisher/build-key.ts',
        '!**/web/publisher/release/**',
      ],
      message:
        'A build in Node, as the publisher is: it may use how that writes, compresses and keeps what it built.',
    },
  ],
  [
    'studio/lake/**',
    {
      regex: String.raw`/(web|api|tests|schema|seed|tools|cli|local|build)/|\.\./(structure|presentation)\.ts`,
      message: 'The lake stores documents: it knows no schema and no site.',
    },
  ],
  [
    'api/cli/{restore,verify-archive}.ts',
    {
      group: [
        '**/web/**',
        '**/tests/**',
        '**/studio/**',
        '!**/studio/lake/lock.ts',
        '!**/studio/lake/store/migrations.ts',
      ],
      message:
        'A restore takes the folders and refuses newer files as a server does; of the Studio it knows no more.',
    },
  ],
  [
    'api/server.ts',
    {
      group: ['**/web/**', '**/tests/**', '**/studio/**', '!**/studio/lake/**'],
      message: 'The server mounts the lake and nothing else of the Studio.',
    },
  ],
  ['tests/**'],
]

function ofStore(up: string): Wall {
  return {
    group: ['hono', 'hono/**', `${up}/**`, `!${up}/contract/**`],
    message: 'The store knows the contract and nothing of who uses it.',
  }
}

/** Tells the linter of all rows. */
export function wallOverrides(): OxlintOverride[] {
  return WALLS.map(([files, ...patterns]) => ({
    files: [files].flat(),
    rules: { 'no-restricted-imports': patterns.length > 0 ? ['error', { patterns }] : 'off' },
  }))
}
