import type { Queued } from './outbox-store.ts'
import { mountIsland } from '../browser/mount.tsx'
import { WaitlistDialog, type WaitlistContent } from './waitlist-dialog.tsx'

let render: ReturnType<typeof mountIsland> | undefined
let openings = 0

/** Opens the popup, as asked by `control`: a link with `data-waitlist`. Every opening starts anew. */
export function open(props: unknown, control: HTMLElement): void {
  render ??= mountIsland('waitlist')
  render(
    <WaitlistDialog
      key={++openings}
      content={props as WaitlistContent}
      source={(control.dataset['waitlist'] ?? 'header') as Queued['source']}
      control={control}
    />,
  )
}
