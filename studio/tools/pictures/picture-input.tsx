import { Stack } from '@sanity/ui'
import { useEffect, useMemo, useState } from 'react'
import { isImageSchemaType, type ImageValue, type InputProps, type ObjectInputProps } from 'sanity'
import { Alert } from '../alert.tsx'
import { listenTo } from './checked-uploads.ts'

/** The Studio's own inputs; under one for a picture stands why a file was refused. */
export function PictureInput(props: InputProps) {
  return isImageSchemaType(props.schemaType) ? (
    <WithRefusal {...(props as ObjectInputProps<ImageValue>)} />
  ) : (
    props.renderDefault(props)
  )
}

function WithRefusal(props: ObjectInputProps<ImageValue>) {
  const { onChange, value } = props
  const [refusal, setRefusal] = useState<string>()
  const change = useMemo(() => {
    const own: typeof onChange = (patch) => onChange(patch)
    listenTo(own, setRefusal)
    return own
  }, [onChange])
  const asset = value?.asset?._ref
  useEffect(() => setRefusal(undefined), [asset])
  return (
    <Stack gap={3}>
      {props.renderDefault({ ...props, onChange: change })}
      {refusal && <Alert message={refusal} />}
    </Stack>
  )
}
