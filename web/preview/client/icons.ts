interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown
}

const ICON = /^<svg\b[^<>]*>(?:<\/?(?:circle|ellipse|g|line|path|polygon|polyline|rect)\b[^<>]*>)*<\/svg>$/i
/** Attributes that run something, or load it. */
const ACTIVE = /\s(?:on\w+|href|xlink:href|src|style)\s*=/i

/** Lets the overlay put the icons of document types into its labels, as text that becomes markup, and nothing else. */
export function allowIcons(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (text) => (isIcon(text) ? text : null) })
}

/** Whether a text is the markup of a drawing that does and loads nothing. */
export function isIcon(text: string): boolean {
  return ICON.test(text) && !ACTIVE.test(text)
}
