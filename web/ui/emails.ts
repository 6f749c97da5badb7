const EMAIL = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** Cuts a text at its email addresses: every second part, from the one at 1, is an address. */
export function splitEmails(text: string): string[] {
  return text.split(new RegExp(EMAIL, 'g'))
}

export function isEmail(text: string): boolean {
  return new RegExp(`^${EMAIL.source}$`).test(text)
}
