import { Stack } from '@sanity/ui'
import { useMemo, useState } from 'react'
import {
  isImageSchemaType,
  PatchEvent,
  unset,
  useFormValue,
  type FormPatch,
  type ImageValue,
  type InputProps,
  type ObjectInputProps,
} from 'sanity'
import { Alert } from '../alert.tsx'
import { listenTo } from './checked-uploads.ts'
import { useStaleUpload } from './use-stale-upload.ts'

/** The Studio's own inputs, with the reason for a refused file below one for a picture. */
export function PictureInput(props: InputProps) {
  return isImageSchemaType(props.schemaType) ? (
    <WithRefusal {...(props as ObjectInputProps<ImageValue>)} />
  ) : (
    props.renderDefault(props)
  )
}

interface Refusal {
  sentence: string
  /** The picture that stayed. When it changes, the message goes. */
  asset: string | undefined
}

function WithRefusal(props: ObjectInputProps<ImageValue>) {
  const { onChange, value } = props
  const documentId = String(useFormValue(['_id']))
  const [refusal, setRefusal] = useState<Refusal>()
  const asset = value?.asset?._ref
  const shown = useStaleUpload(value)
  const change = useMemo(() => {
    const own: typeof onChange = (patch) => onChange(uncut(PatchEvent.from(patch).patches, asset))
    const refuse = (sentence: string | undefined) =>
      setRefusal(sentence === undefined ? undefined : { sentence, asset })
    listenTo(own, { documentId, refuse })
    return own
  }, [onChange, asset, documentId])
  return (
    <Stack gap={3}>
      {props.renderDefault({ ...props, onChange: change, value: shown })}
      {refusal && refusal.asset === asset && <Alert message={refusal.sentence} />}
    </Stack>
  )
}

/**
 * A change that brings another picture brings it whole: how the one before was cut says nothing about it. The Studio
 * itself forgets the cut of a picture that is chosen, and keeps it for one that is uploaded.
 */
function uncut(patches: readonly FormPatch[], before: string | undefined): FormPatch[] {
  const isOther = patches.some(
    ({ path, ...patch }) =>
      path.length === 1 && path[0] === 'asset' && patch.type === 'set' && refOf(patch.value) !== before,
  )
  return isOther ? [...patches, unset(['crop']), unset(['hotspot'])] : [...patches]
}

function refOf(asset: unknown): unknown {
  return (asset as ImageValue['asset'])?._ref
}
