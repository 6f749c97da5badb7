import { whenShown } from '../../browser/when.ts'

/** The API tells the number from here on, in tens; below, 2 stands for a few. */
const ENOUGH = 50

/**
 * Tells how many joined, once there are enough; that some did, while there are fewer. Without an
 * answer, as on a host without the API, the neutral line stays.
 */
export async function attach(line: HTMLElement): Promise<void> {
  const { some, many } = line.dataset as { some: string; many: string }
  // A page that is only prepared must ask for nothing.
  await new Promise<void>(whenShown)
  const count = await askCount()
  if (count >= ENOUGH) line.textContent = many.replace('{count}', count.toLocaleString('en-US'))
  else if (count > 1) line.textContent = some
}

async function askCount(): Promise<number> {
  try {
    const answer = await fetch('/api/waitlist/count')
    return Number(((await answer.json()) as { count?: unknown }).count) || 0
  } catch {
    return 0
  }
}
