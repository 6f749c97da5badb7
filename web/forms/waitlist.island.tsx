import { Activity, useRef, useState } from 'react'
import { mountIsland } from '../browser/mount.tsx'
import type { Settings } from '../content/content.ts'
import { Dialog } from '../ui/dialog.tsx'
import { fill } from '../ui/fill.ts'
import type { EntrySource } from './outbox-storage.ts'
import { Stepper } from './stepper.tsx'
import { useBackToClose } from './use-back-to-close.ts'
import { useEntry, useLeaving } from './use-entry.ts'
import type { ValidationMessages } from './validate.ts'
import { WaitlistDetails } from './waitlist-details.tsx'
import { WaitlistDone } from './waitlist-done.tsx'
import { WaitlistEmail } from './waitlist-email.tsx'

type WaitlistContent = Settings['waitlist'] & {
  linkedin: string
  validation: ValidationMessages
}

interface WaitlistDialogProps {
  content: WaitlistContent
  entrySource: EntrySource
  /** What opened the popup, and gets the focus back. */
  control: HTMLElement
}

type Step = 1 | 2 | 3

let render: ReturnType<typeof mountIsland> | undefined
let openings = 0
let isOpening = false

/**
 * Opens the popup for `control`, a link with `data-waitlist`. Each opening starts anew, with the texts in the page. The
 * control shows first that it is busy, as the popup takes a slow phone more than a frame; a second click until then
 * does nothing.
 */
export async function openWaitlist(control: HTMLElement, texts: unknown = textsOfPage()): Promise<void> {
  if (isOpening) return
  isOpening = true
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  isOpening = false
  draw(control, texts, 'visible')
  openings += 1
}

/**
 * Draws the popup hidden, in slices that don't hold up scrolling, so that a first click only has to show it. Its
 * effects as it opens (focus, history, the scroll lock) wait for that click, as a hidden `Activity` runs none.
 */
export function prepareWaitlist(): void {
  const control = document.querySelector<HTMLElement>('a[data-waitlist]')
  if (control && !render) draw(control, textsOfPage(), 'hidden')
}

function draw(control: HTMLElement, texts: unknown, mode: 'visible' | 'hidden'): void {
  render ??= mountIsland('waitlist')
  const { waitlist: source, intent } = control.dataset
  const entrySource = { source, intent } as EntrySource
  render(
    <Activity key={openings} mode={mode}>
      <WaitlistDialog
        content={contentFor(texts as WaitlistContent, entrySource)}
        entrySource={entrySource}
        control={control}
      />
    </Activity>,
  )
}

function textsOfPage(): unknown {
  return JSON.parse(document.querySelector<HTMLElement>('[data-island=waitlist]')?.dataset['props'] ?? '{}')
}

/** The texts of the steps: a demo is promised where one was offered. */
function contentFor(content: WaitlistContent, { intent }: EntrySource): WaitlistContent {
  if (intent !== 'demo') return content
  const { email, details, done, demo } = content
  return {
    ...content,
    email: { ...email, text: demo.email },
    details: { ...details, text: demo.details },
    done: { ...done, text: demo.done },
  }
}

/** Email, details, done. Closing at any step sends what is there, once. */
function WaitlistDialog({ content, entrySource, control }: WaitlistDialogProps) {
  const [open, setOpen] = useState(true)
  const [step, setStep] = useState<Step>(1)
  const [loading, setLoading] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { entry, keep, send, leave, resume } = useEntry(form, entrySource)

  function close() {
    setOpen(false)
    void send()
  }

  function goTo(next: Step) {
    keep()
    setStep(next)
  }

  async function submit() {
    setLoading(true)
    await send()
    setLoading(false)
    setStep(3)
  }

  useBackToClose({ open, locked: loading, onClose: close })
  // In step 1 nothing was submitted yet, or it was taken back.
  useLeaving(open && step > 1, { onEnd: close, onHide: leave, onShow: resume })

  const label = fill(content.step, {
    n: step,
    total: content.steps.length,
    name: content.steps[step - 1] ?? '',
  })
  return (
    <Dialog
      open={open}
      locked={loading}
      closeLabel={content.close}
      onClose={close}
      returnFocus={control}
      side={<Stepper steps={content.steps} current={step} label={label} />}
    >
      {step === 1 && (
        <WaitlistEmail
          form={form}
          content={content.email}
          validation={content.validation}
          email={entry.email}
          onSubmit={() => goTo(2)}
        />
      )}
      {step === 2 && (
        <WaitlistDetails
          form={form}
          content={content.details}
          validation={content.validation}
          entry={entry}
          loading={loading}
          onChange={() => goTo(1)}
          onSubmit={() => void submit()}
        />
      )}
      {step === 3 && <WaitlistDone content={content.done} linkedin={content.linkedin} onClose={close} />}
    </Dialog>
  )
}
