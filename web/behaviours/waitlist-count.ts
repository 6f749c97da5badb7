const ENOUGH = 50

/**
 * Tells how many joined, rounded down to tens, once there are enough; that some did, while there
 * are fewer. Without an answer the neutral line stays.
 */
export async function attach(line: HTMLElement): Promise<void> {
  const { some = '', many = '' } = line.dataset
  const answer = await fetch('/api/waitlist/count').catch(() => undefined)
  if (!answer?.ok) return
  const { count } = (await answer.json()) as { count: number }
  if (count >= ENOUGH) line.textContent = many.replace('{count}', String(Math.floor(count / 10) * 10))
  else if (count > 1) line.textContent = some
}
