import { onceVisible, prefersReducedMotion } from '../../browser/visible.ts'

const SECONDS = 1.5
const VISIBLE = 0.3

/**
 * Counts up to an element's number once, at 30 % visible, with as many decimals as it has. The number itself stays in
 * place for screen readers; the count is only shown over it.
 */
export async function attach(element: HTMLElement): Promise<void> {
  if (prefersReducedMotion()) return
  const text = element.textContent
  // A translated page may write it differently (`9,3`): there it stays as it is.
  if (!Number.isFinite(Number(text))) return
  const decimals = text.split('.')[1]?.length ?? 0
  const show = (value: number) => element.setAttribute('data-count', value.toFixed(decimals))
  const done = () => element.removeAttribute('data-count')
  const { countUp } = await import('./counters.motion.ts')
  show(0)
  onceVisible(element, VISIBLE, () => countUp({ end: Number(text), seconds: SECONDS, show, done }))
}
