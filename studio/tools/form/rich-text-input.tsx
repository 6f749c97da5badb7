import { useMemo, type ClipboardEvent } from 'react'
import type { PortableTextInputProps } from 'sanity'
import { plainHtml } from './plain-html.ts'

/** The editor's own clipboard format. It needs no cleaning, and HTML could not hold all of it. */
const OWN_TEXT = 'application/x-portable-text'

/** Rich text that accepts pasted tables and headings of any level, converted to what the site can show. */
export function RichTextInput(props: PortableTextInputProps) {
  const { schemaType } = props
  const headings = useMemo(() => {
    const block = schemaType.of.find(({ name }) => name === 'block')
    const style = block?.jsonType === 'object' ? block.fields.find(({ name }) => name === 'style') : undefined
    const { list = [] } = (style?.type.options ?? {}) as { list?: { value: string }[] }
    return list.map(({ value }) => value).filter((value) => /^h\d$/u.test(value))
  }, [schemaType])

  /** The editor reads the paste event itself, so it gets a new one with the converted HTML. */
  function onPaste(event: ClipboardEvent): void {
    if (!isOfEditor(event.target) || event.clipboardData.types.includes(OWN_TEXT)) return
    const html = plainHtml(event.clipboardData.getData('text/html'), headings)
    if (html === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', event.clipboardData.getData('text/plain'))
    event.target.dispatchEvent(
      new window.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }

  return <div onPasteCapture={onPaste}>{props.renderDefault(props)}</div>
}

/** Ignores events of a link's form, which is a portal: React still bubbles them to its parents. */
function isOfEditor(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[contenteditable="true"]') !== null
}
