import type { ValidationMessages } from './validate.ts'

/** The messages that a form's own script shows: with it, a page carries no others. */
export function formMessages({
  email,
  required,
  tooLong,
  unreadable,
}: ValidationMessages): ValidationMessages {
  return { email, required, tooLong, unreadable }
}
