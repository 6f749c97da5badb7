/** What a company size may be, as the specification names them; a test holds the API to the same list. */
export const companySizes = ['1-10', '11-50', '51-200', '200+'] as const
