import { whenShown } from '../../browser/when.ts'

/** The API tells the number from here on, in tens; below, 2 stands for a few. */
const ENOUGH = 50

/**
 * Tells how many joined, once there are enough; that some did, while there are fewer. Without an
 * answer the neutral line stays.
 */
export async function attach(line: HTMLElement): Promise<void> {
  const { some = '', many = '' } = line.dataset
  // A page that is only prepared must ask for nothing.
  await whenShown()
  const answer = await fetch('/api/waitlist/count').catch(() => undefined)
  if (!answer?.ok) return
  const { count } = (await answer.json()) as { count: number }
  if (count >= ENOUGH) line.textContent = many.replace('{count}', String(count))
  else if (count > 1) line.textContent = some
}
