import { findQueriesInPath, TypeGenerator } from '@sanity/codegen'
import { Schema as SchemaBuilder } from '@sanity/schema'
import { builtinTypes, extractSchema } from '@sanity/schema/_internal'
import type { Schema } from '@sanity/types'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArguments, runMain } from '../../api/cli/command.ts'
import { slugFault } from '../../api/contract/addresses.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { FIXED_PATHS } from '../../api/contract/pages.ts'
import { schemaTypes } from '../schema/index.ts'
import { pagePath, PAGES } from '../schema/pages.ts'
import { titlesOf } from '../schema/titles.ts'

const USAGE = `Usage: npm run typegen

Generates schema, titles and types in web/content, and the paths of pages in api/contract, from the Studio's schema and
the queries.`

/** Wherever the command is started. */
const ROOT = join(import.meta.dirname, '../..')
const SCHEMA_FILE = 'web/content/schema.generated.json'
const TYPES_FILE = 'web/content/types.generated.ts'
const TITLES_FILE = 'web/content/titles.generated.json'
const PATHS_FILE = 'api/contract/pages.generated.ts'

/**
 * The generated files, as text: the extracted schema, which documents are checked by; the titles of fields, which
 * messages to editors use; the TypeScript types of query results; and the paths of the pages that exist once.
 * @throws Error when a query does not parse or reads nothing that the schema has
 * @throws OperationalError when a page can't have the address that its type's name gives
 */
export async function generate(): Promise<Record<string, string>> {
  const compiled = SchemaBuilder.compile({ name: 'site', types: [...builtinTypes, ...schemaTypes] }) as Schema
  const schema = extractSchema(compiled, { enforceRequiredFields: true })
  const { queries } = findQueriesInPath({ path: join(ROOT, 'web/content/queries.ts') })
  const { code } = await new TypeGenerator().generateTypes({
    root: ROOT,
    schema,
    schemaPath: SCHEMA_FILE,
    queries,
    overloadClientMethods: true,
  })
  const titles = titlesOf(
    compiled,
    schemaTypes.map(({ name }) => name),
  )
  return {
    [SCHEMA_FILE]: `${JSON.stringify(schema, null, 2)}\n`,
    [TITLES_FILE]: `${JSON.stringify(titles, null, 2)}\n`,
    [TYPES_FILE]: code,
    [PATHS_FILE]: pathsModule(PAGES),
  }
}

/**
 * The module with the paths of pages by their names.
 * @throws OperationalError where the name of a page's type gives an address that it can't have
 */
export function pathsModule(names: readonly string[]): string {
  const faults = names.flatMap((name) => pathFault(name) ?? [])
  if (faults.length > 0) throw new OperationalError(faults)
  const rows = names.map((name) => `  ${name}: '${pagePath(name)}',\n`)
  return `/** The paths of the pages that exist once, by the name of their type. */
export const PATH_OF_PAGE = {
${rows.join('')}} as const
`
}

/** A page at the address of another would take its place in a release without a word. */
function pathFault(name: string): string | undefined {
  const path = pagePath(name)
  if (path === '/') return undefined
  const isTaken = (FIXED_PATHS as readonly string[]).includes(path)
  const fault = slugFault(path.slice(1)) ?? (isTaken ? `${path} is another page of this site.` : undefined)
  return fault && `Name the type “${name}” otherwise, as its page would be at ${path}. ${fault}`
}

async function main(): Promise<number> {
  readArguments({ usage: USAGE, options: {} })
  for (const [name, text] of Object.entries(await generate())) {
    const file = join(ROOT, name)
    const before = await readFile(file, 'utf8').catch(() => '')
    // A file that is written restarts Vite while developing, whatever is in it.
    if (before !== text) await writeFile(file, text)
    console.info(`${name} ${before === text ? 'is unchanged' : 'written'}`)
  }
  return 0
}

if (import.meta.main) await runMain(main)
