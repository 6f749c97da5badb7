/**
 * `erase` and `export` are about what visitors sent, `switch` about the version of the site that is served, `share`
 * about links for others, `settings` about documents of that kind, `people` about who may come in.
 */
export type AuditAction = 'erase' | 'export' | 'switch' | 'share' | 'settings' | 'people'

/** How many lines of the list are told at once. */
export const AUDIT_PAGE = 200

/**
 * An act that can't be undone, or that others have to trust, with who did it and why. Holds nothing about a visitor.
 */
export interface AuditLine {
  id: string
  at: string
  editor: string
  action: AuditAction
  /** What it was, or how much. */
  detail: string
  reason: string
}
