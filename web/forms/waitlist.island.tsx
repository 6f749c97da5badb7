import { useRef, useState } from 'react'
import type { Source } from '../../api/contract/limits.ts'
import { mountIsland } from '../browser/mount.tsx'
import type { Settings } from '../content/content.ts'
import type { ValidationMessages } from './validate.ts'
import { Dialog } from '../ui/dialog.tsx'
import { fill } from '../ui/fill.ts'
import { Stepper } from './stepper.tsx'
import { useBackToClose } from './use-back-to-close.ts'
import { useEntry } from './use-entry.ts'
import { WaitlistDetails } from './waitlist-details.tsx'
import { WaitlistDone } from './waitlist-done.tsx'
import { WaitlistEmail } from './waitlist-email.tsx'

type WaitlistContent = Settings['waitlist'] & {
  linkedin: string
  validation: ValidationMessages
}

interface WaitlistDialogProps {
  content: WaitlistContent
  source: Source
  /** What opened the popup, and gets the focus back. */
  control: HTMLElement
}

type Step = 1 | 2 | 3

let render: ReturnType<typeof mountIsland> | undefined
let openings = 0

/** Opens the popup, as asked by `control`: a link with `data-waitlist`. Every opening starts anew. */
export function openWaitlist(props: unknown, control: HTMLElement): void {
  render ??= mountIsland('waitlist')
  render(
    <WaitlistDialog
      key={++openings}
      content={props as WaitlistContent}
      source={(control.dataset['waitlist'] ?? 'header') as Source}
      control={control}
    />,
  )
}

/** Email, details, done. Closing at any step sends what is there, once. */
function WaitlistDialog({ content, source, control }: WaitlistDialogProps) {
  const [open, setOpen] = useState(true)
  const [step, setStep] = useState<Step>(1)
  const [loading, setLoading] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const entry = useEntry(form, source, open, () => setOpen(false))

  function close() {
    setOpen(false)
    void entry.send()
  }

  async function submit() {
    setLoading(true)
    await entry.send()
    setLoading(false)
    setStep(3)
  }

  useBackToClose(open, loading, close)

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
      focusFirst={() => form.current?.querySelector('input')}
      returnFocus={control}
      side={<Stepper steps={content.steps} current={step} label={label} />}
    >
      {step === 1 && (
        <WaitlistEmail
          form={form}
          content={content.email}
          validation={content.validation}
          onSubmit={() => {
            entry.keep()
            setStep(2)
          }}
        />
      )}
      {step === 2 && (
        <WaitlistDetails
          form={form}
          content={content.details}
          validation={content.validation}
          loading={loading}
          onSubmit={() => void submit()}
        />
      )}
      {step === 3 && <WaitlistDone content={content.done} linkedin={content.linkedin} onClose={close} />}
    </Dialog>
  )
}
