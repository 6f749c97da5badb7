/**
 * Fills names in braces: `fill('{n} of {total}', { n: 1, total: 7 })` is '1 of 7'.
 * A name that `values` lacks stays as it is.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))
}

/** A title after a colon; one that begins with an acronym (`SLA breach`) keeps its capital. */
export function withinSentence(title: string): string {
  return title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
}
