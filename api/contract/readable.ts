/** Whether a text holds half a character, or the mark that stands for one that was lost. */
export function isBroken(text: string): boolean {
  return /[\p{Surrogate}\u{FFFD}]/u.test(text)
}

/** Whether a line, or a text of several, holds control characters. Line ends and tabs are welcome in a text alone. */
export function hasControls(text: string, kind: 'line' | 'text'): boolean {
  return kind === 'text' ? /[^\P{Cc}\n\t]/u.test(text) : /\p{Cc}|[\u2028\u2029]/u.test(text)
}

/** A text of several lines with their ends as `\n`. Word processors break lines and pages with other marks. */
export function withLineEnds(text: string): string {
  return text.replaceAll(/\r\n?|[\v\f]/gu, '\n')
}

/** Whether anything of a text can be seen. U+2800, the blank of Braille, counts as a symbol but is drawn as nothing. */
export function isVisible(text: string): boolean {
  return /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u.test(text)
}
