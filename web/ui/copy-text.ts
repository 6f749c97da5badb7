/**
 * Puts `text` into the clipboard. False where the browser refuses, or has none to write to: over plain HTTP, and in the
 * browsers of some apps. Never throws.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
