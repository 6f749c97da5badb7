import { whenShown } from '../../browser/when.ts'

/** From here on the API tells the number, in tens; below, 2 stands for a few. */
const ENOUGH = 50

/**
 * Says how many joined, once there are enough; before that, that some did. Without a response, as on a host without the
 * API, the neutral line stays.
 */
export async function attach(line: HTMLElement): Promise<void> {
  const { some, many } = line.dataset as { some: string; many: string }
  // A prerendered page must not ask before it is shown.
  await new Promise<void>(whenShown)
  const count = await fetchCount()
  if (count >= ENOUGH) line.textContent = many.replace('{count}', count.toLocaleString('en-US'))
  else if (count > 1) line.textContent = some
}

async function fetchCount(): Promise<number> {
  try {
    const response = await fetch('/api/waitlist/count')
    return ((await response.json()) as { count: number }).count
  } catch {
    return 0
  }
}
