import type { StringRule } from '@sanity/types'
import { isVisible } from '../../api/contract/readable.ts'
import { checkVariables } from './variables.ts'

/*
 * One rule for each check: the sentence of `error()` holds for a whole chain, so a second check in it would be reported
 * in the words of the first.
 */

interface CopyRules {
  /** The sentence for an empty field. */
  empty: string
  /** Longest text that the design holds, in characters. */
  max: number
  optional?: boolean
  /** Variables that only this string knows, beside the shared ones. */
  variables?: readonly string[] | undefined
}

/** The rules of all copy: it is there, it fits, and its variables exist. */
export function copyRules(rule: StringRule, { empty, max, optional, variables }: CopyRules): StringRule[] {
  return [
    optional
      ? rule.custom((value) => (isBlank(value) ? SPACES : true))
      : rule
          .required()
          .custom((value) => (isBlank(value) ? empty : true))
          .error(empty),
    ...wordRules(rule, { max, variables }),
  ]
}

/** The rules of copy that may be blank: it fits, and its variables exist. */
export function wordRules(
  rule: StringRule,
  { max, variables }: Pick<CopyRules, 'max' | 'variables'>,
): StringRule[] {
  return [
    rule.max(max).error(`Keep this to ${max} characters: the design has room for no more.`),
    rule.custom((value) => checkVariables(value, variables)),
  ]
}

const SPACES = 'There is nothing here but spaces. Remove them, or write something.'

/** Only spaces, or characters that nobody sees: they would leave a hole on the page. A missing value is `required()`'s business. */
function isBlank(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !isVisible(value)
}
