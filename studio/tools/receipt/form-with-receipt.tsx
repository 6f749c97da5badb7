import type { InputProps } from 'sanity'
import { styled } from 'styled-components'
import { ReceiptLine } from './receipt-line.tsx'

/** The form of a document, under what became of its last publish. */
export function FormWithReceipt(props: InputProps) {
  if (props.path.length > 0) return props.renderDefault(props)
  const { _id: id, _type: type } = (props.value ?? {}) as { _id?: string; _type?: string }
  return (
    <Column>
      <div>{props.renderDefault(props)}</div>
      {id && type && <ReceiptLine id={id} type={type} />}
    </Column>
  )
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
`
