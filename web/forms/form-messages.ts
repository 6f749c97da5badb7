import type { ValidationMessages } from './validate.ts'

/** The messages that a form's own script shows: a page carries only these. */
export function formMessages({
  email,
  required,
  tooLong,
  unreadable,
}: ValidationMessages): ValidationMessages {
  return { email, required, tooLong, unreadable }
}
