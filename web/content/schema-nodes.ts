import schema from './schema.generated.json' with { type: 'json' }

/** A type as the extracted schema has it: which fields there are, of what, and which of them are required. */
export interface TypeNode {
  type: string
  name?: string
  attributes?: Record<string, { value: TypeNode; optional?: boolean }>
  of?: TypeNode | TypeNode[]
  value?: TypeNode | string
}

/** All types of the schema by their names. */
export const schemaNodes: ReadonlyMap<string, TypeNode> = new Map(
  (schema as (TypeNode & { name: string })[]).map((node) => [node.name, node]),
)
