import type { InputProps, StringInputProps } from 'sanity'
import { InFooter } from '../receipt/in-footer.tsx'
import { ReceiptLine } from '../receipt/receipt-line.tsx'
import { CountedInput } from './counted-input.tsx'
import { LinkInput } from './link-input.tsx'

/** Every input of a form; the form itself brings what became of its document's last publish. */
export function FormInput(props: InputProps) {
  if (isLink(props)) return <LinkInput {...props} />
  if (props.path.length > 0) return <CountedInput {...props} />
  const { _id: id, _type: type } = (props.value ?? {}) as { _id?: string; _type?: string }
  return (
    <>
      {props.renderDefault(props)}
      {id && type && (
        <InFooter>
          <ReceiptLine id={id} type={type} />
        </InFooter>
      )}
    </>
  )
}

/** Whether it is a link that may lead to a place of this site. */
function isLink(props: InputProps): props is StringInputProps {
  const { jsonType, options } = props.schemaType
  return (
    jsonType === 'string' &&
    Boolean((options as StringInputProps['schemaType']['options'])?.link?.includes('path'))
  )
}
