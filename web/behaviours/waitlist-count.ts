const ENOUGH = 50

/** Tells how many joined, rounded down to tens, once there are enough; else the neutral line stays. */
export async function attach(line: HTMLElement): Promise<void> {
  const template = line.dataset['template'] ?? ''
  const answer = await fetch('/api/waitlist/count').catch(() => undefined)
  if (!answer?.ok) return
  const { count } = (await answer.json()) as { count: number }
  if (count < ENOUGH) return
  line.textContent = template.replace('{count}', String(Math.floor(count / 10) * 10))
}
