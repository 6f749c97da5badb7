const NAMES = ['behaviour', 'part', 'motion', 'island'] as const
const SCRIPTED = NAMES.map((name) => `[data-${name}]`).join()

/** The elements that scripts work on, by name and in order, as the server wrote them: alike where the scripts still fit. */
export function scriptedParts(written: Node | undefined): string {
  if (!(written instanceof Element)) return ''
  const elements = [...written.querySelectorAll<HTMLElement>(SCRIPTED)]
  return elements.map(({ dataset }) => NAMES.map((name) => dataset[name]).join('/')).join(' ')
}
