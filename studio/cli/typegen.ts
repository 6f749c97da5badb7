import { findQueriesInPath, TypeGenerator } from '@sanity/codegen'
import { Schema as SchemaBuilder } from '@sanity/schema'
import { builtinTypes, extractSchema } from '@sanity/schema/_internal'
import type { Schema } from '@sanity/types'
import { readFile, writeFile } from 'node:fs/promises'
import { readArguments, runMain } from '../../api/cli/command.ts'
import { schemaTypes } from '../schema/index.ts'
import { pagePath, PAGES } from '../schema/pages.ts'
import { titlesOf } from '../schema/titles.ts'

const USAGE = `Usage: npm run typegen

Generates schema, titles and types in web/content, and the paths of pages in api/contract, from the Studio's schema and
the queries.`

const SCHEMA_FILE = 'web/content/schema.generated.json'
const TYPES_FILE = 'web/content/types.generated.ts'
const TITLES_FILE = 'web/content/titles.generated.json'
const PATHS_FILE = 'api/contract/pages.generated.ts'

/**
 * The generated files, as text: the extracted schema, which documents are checked by; the titles of fields, which
 * messages to editors use; the TypeScript types of query results; and the paths of the pages that exist once.
 * @throws Error when a query does not parse or reads nothing that the schema has
 */
export async function generate(): Promise<Record<string, string>> {
  const compiled = SchemaBuilder.compile({ name: 'site', types: [...builtinTypes, ...schemaTypes] }) as Schema
  const schema = extractSchema(compiled, { enforceRequiredFields: true })
  const { queries } = findQueriesInPath({ path: 'web/content/queries.ts' })
  const { code } = await new TypeGenerator().generateTypes({
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
    [PATHS_FILE]: pathsModule(),
  }
}

function pathsModule(): string {
  const rows = PAGES.map((name) => `  ${name}: '${pagePath(name)}',\n`)
  return `/** The paths of the pages that exist once, by the name of their type. */
export const PATH_OF_PAGE = {
${rows.join('')}} as const
`
}

async function main(): Promise<number> {
  readArguments({ usage: USAGE, options: {} })
  for (const [file, text] of Object.entries(await generate())) {
    const before = await readFile(file, 'utf8').catch(() => '')
    await writeFile(file, text)
    console.info(`${file} ${before === text ? 'is unchanged' : 'written'}`)
  }
  return 0
}

if (import.meta.main) await runMain(main)
