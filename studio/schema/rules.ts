import type { StringRule } from '@sanity/types'
import { checkVariables } from './variables.ts'

/*
 * One rule for each check. Sanity gives all that a rule checks the one sentence of its `error()`: of two checks in a
 * chain, one would be said in the words of the other.
 */

interface CopyRules {
  /** What is said where nothing is written. */
  empty: string
  /** Longest text that the design holds, in characters. */
  max: number
  optional?: boolean
  /** Names in braces that are filled in where this string is used, beyond the shared ones. */
  variables?: readonly string[] | undefined
}

/** What all copy is held to: it is there, it fits, and its names in braces stand for something. */
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

/** What words are held to that may be a space: they fit, and their names in braces stand for something. */
export function wordRules(
  rule: StringRule,
  { max, variables }: Pick<CopyRules, 'max' | 'variables'>,
): StringRule[] {
  return [
    rule.max(max).error(`This is too long. The design has room for ${max} characters.`),
    rule.custom((value) => checkVariables(value, variables)),
  ]
}

const SPACES = 'There is nothing here but spaces. Take them out, or write something.'

/** Spaces alone would be a hole on the page. What is missing altogether is refused as such. */
function isBlank(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value.trim() === ''
}
