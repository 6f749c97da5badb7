interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown
}

/** Attributes that neither run nor load anything, with quoted values, as React writes them. */
const ATTRIBUTES = String.raw`(?:\s+(?!on|href|src|style)[a-z][a-z\d-]*="[^"<>]*")*\s*`
const SHAPE = String.raw`</?(?:circle|ellipse|g|line|path|polygon|polyline|rect)${ATTRIBUTES}/?>`
const ICON = new RegExp(`^<svg${ATTRIBUTES}>(?:${SHAPE})*</svg>$`, 'i')

/** Lets the overlay put the icons of document types into its labels as HTML, and no other HTML. */
export function allowIcons(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (text) => (isIcon(text) ? text : null) })
}

/** Whether a text is the markup of a drawing that neither runs nor loads anything. */
export function isIcon(text: string): boolean {
  return ICON.test(text)
}
