import { isPlainClick } from '../../../../web/site/client/navigation.ts'

/** The popup comes with the click that asks for it. */
export function openWaitlistOnClick(texts: unknown): () => void {
  const open = (event: MouseEvent) => {
    const { target } = event
    const control = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-waitlist]')
    if (!control || !isPlainClick(event)) return
    event.preventDefault()
    void import('../../../../web/forms/waitlist.island.tsx').then(({ openWaitlist }) =>
      openWaitlist(control, texts),
    )
  }
  document.addEventListener('click', open)
  return () => document.removeEventListener('click', open)
}
