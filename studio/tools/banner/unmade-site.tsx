import { Text } from '@sanity/ui'
import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { FaultList } from './short-list.tsx'

type Props = Pick<PublishesAnswer, 'failure' | 'faults' | 'isServed'>

/** Why nothing goes live now, with the fields that an editor can correct. Nothing while publishing works. */
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
      {isServed ? 'Nothing goes live now' : 'There is no site yet'}: {failure} The server keeps trying.
    </Text>
  )
}

const OLD_SITE =
  'The site can’t be rebuilt. Visitors see the last good version until you correct this and publish:'
const NO_SITE =
  'There is no site yet, and visitors see a page that says so. To bring the site up, correct this and publish:'
