import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { ArrayOfObjectsInputProps, InputProps, PortableTextInputProps, StringInputProps } from 'sanity'
import { ReceiptLine } from '../receipt/receipt-line.tsx'
import { RedirectsInput } from '../redirects/redirects-input.tsx'
import { AskToStay } from './ask-to-stay.tsx'
import { CountedInput } from './counted-input.tsx'
import { EarlyCommit } from './early-commit.tsx'
import { LinkInput } from './link-input.tsx'
import { RichTextInput } from './rich-text-input.tsx'

/** Renders every input of a form. The form as a whole also gets the receipt of the last publish. */
export function FormInput(props: InputProps) {
  if (isRichText(props)) return <RichTextInput {...props} />
  if (isRedirects(props)) return <RedirectsInput {...props} />
  if (isLink(props)) return <LinkInput {...props} />
  if (props.path.length > 0) return <CountedInput {...props} />
  const { _id: id, _type: type } = (props.value ?? {}) as { _id?: string; _type?: string }
  if (!id || !type) return props.renderDefault(props)
  return (
    <>
      {props.renderDefault(props)}
      <EarlyCommit id={id} type={type} />
      <AskToStay id={id} type={type} />
      <InFooter>
        <ReceiptLine id={id} type={type} />
      </InFooter>
    </>
  )
}

/** Whether it is a link field that accepts paths of this site. */
function isLink(props: InputProps): props is StringInputProps {
  return props.schemaType.jsonType === 'string' && Boolean(props.schemaType.options?.link?.includes('path'))
}

/** Whether it is the list of redirects, which can be pasted. */
function isRedirects(props: InputProps): props is ArrayOfObjectsInputProps {
  return holds(props, 'redirect')
}

function isRichText(props: InputProps): props is PortableTextInputProps {
  return holds(props, 'block')
}

function holds({ schemaType }: InputProps, item: string): boolean {
  return schemaType.jsonType === 'array' && schemaType.of.some(({ name }) => name === item)
}

const PANEL = '[data-testid="document-panel-form-view"]'
const FOOTER = '[data-testid="pane-footer"]'

/**
 * Renders its children above the publish button of the form they are in, where they stay in sight in a long form and
 * under an item's dialog. The Studio has no slot there. Should it rename its footer, they stay in the form.
 */
function InFooter({ children }: { children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<HTMLElement>()

  useLayoutEffect(() => {
    const footer = here.current?.closest(PANEL)?.querySelector(FOOTER)
    if (!footer) return undefined
    const own = document.createElement('div')
    footer.prepend(own)
    setPlace(own)
    return () => own.remove()
  }, [])

  return <div ref={here}>{place ? createPortal(children, place) : children}</div>
}
