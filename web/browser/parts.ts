import type { PartName } from './names.ts'

/** The selector of a part, for scripts and styles: a misspelt name does not compile. */
export function part(name: PartName): string {
  return `[data-part='${name}']`
}
