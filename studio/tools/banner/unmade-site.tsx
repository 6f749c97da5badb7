import { Text } from '@sanity/ui'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { FaultList } from './short-list.tsx'

type Props = Pick<PublishesAnswer, 'failure' | 'faults' | 'isServed'>

/** Why nothing goes live now, with the fields that an editor can mend for it. Nothing where all does. */
export function UnmadeSite({ failure, faults, isServed }: Props) {
  if (faults.length > 0)
    return (
      <>
        <Text size={1}>{isServed ? OLD_SITE : NO_SITE}</Text>
        <FaultList faults={faults} />
      </>
    )
  if (failure === null) return null
  return (
    <Text size={1}>
      {isServed ? 'Nothing goes live now' : 'There is no site yet'}: {failure} It is tried again by itself.
    </Text>
  )
}

const OLD_SITE =
  'The site can’t be made anew: visitors see the last version that could be made, until this is mended and published.'
const NO_SITE =
  'There is no site yet: visitors are told that it will be there. It is, once this is mended and published.'
