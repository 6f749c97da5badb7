import { filled } from './variables.ts'

interface Type {
  name?: string
  fields?: readonly Type[]
  of?: readonly Type[]
  options?: { list?: readonly unknown[] }
  preview?: Preview
}

interface Preview {
  select?: Record<string, string>
  prepare?: (selection: Record<string, unknown>, options: unknown) => Record<string, unknown>
}

/**
 * Types whose previews say what visitors read: names in braces are filled in, and what was chosen from a list stands
 * as its title there, in every list, heading and search result of the Studio.
 */
export function withReadablePreviews<Definition>(types: readonly Definition[]): Definition[] {
  return types.map((type) => readable(type as Type) as Definition)
}

function readable(type: Type): Type {
  const { fields, of, preview } = type
  return {
    ...type,
    ...(fields && { fields: fields.map(readable) }),
    ...(of && { of: of.map(readable) }),
    ...(preview?.select && { preview: readablePreview(preview, fields ?? []) }),
  }
}

function readablePreview(preview: Preview, fields: readonly Type[]): Preview {
  const { select = {}, prepare = (selection) => selection } = preview
  return {
    ...preview,
    prepare: (selection, options) => {
      const titled = mapValues(selection, (value, key) => titleOf(value, select[key], fields))
      return mapValues(prepare(titled, options), (value) =>
        typeof value === 'string' ? filled(value) : value,
      )
    },
  }
}

/** The title of an option where the field at this path offers some. */
function titleOf(value: unknown, path: string | undefined, fields: readonly Type[]): unknown {
  const list = fields.find(({ name }) => name === path)?.options?.list ?? []
  const option = list.find((one): one is { title: string } => isOption(one) && one.value === value)
  return option?.title ?? value
}

function isOption(one: unknown): one is { title: string; value: unknown } {
  return typeof one === 'object' && one !== null && 'title' in one && 'value' in one
}

function mapValues(
  record: Record<string, unknown>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}
