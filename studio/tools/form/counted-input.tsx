import { Flex, Stack } from '@sanity/ui'
import { useId } from 'react'
import { TextWithTone, type InputProps } from 'sanity'
import { longestOf } from './longest.ts'
import { SteadyCaret } from './steady-caret.tsx'

/** The input of a field, and under a text with a bound how much of it is taken. */
export function CountedInput(props: InputProps) {
  const id = useId()
  const longest = longestOf(props.schemaType)
  const caret = props.schemaType.jsonType === 'string' && <SteadyCaret id={props.id} value={props.value} />
  if (longest === undefined)
    return (
      <>
        {caret}
        {props.renderDefault(props)}
      </>
    )
  const length = typeof props.value === 'string' ? props.value.length : 0
  const describedBy = [props.elementProps['aria-describedby'], id].filter(Boolean).join(' ')
  const described = { ...props, elementProps: { ...props.elementProps, 'aria-describedby': describedBy } }
  return (
    <Stack gap={2}>
      {caret}
      {props.renderDefault(described as InputProps)}
      <Flex justify="flex-end">
        <TextWithTone
          id={id}
          muted={length <= longest}
          size={0}
          tone={length > longest ? 'critical' : 'default'}
        >
          {length} of {longest}
        </TextWithTone>
      </Flex>
    </Stack>
  )
}
