import type { Roi as RoiContent, Settings } from '../../content/content.ts'
import { Island } from '../../ui/island.tsx'
import { Section, type SectionProps, Wrap } from '../../ui/section.tsx'
import { RoiCalculator } from './roi.island.tsx'

interface RoiProps extends SectionProps<RoiContent> {
  toasts: Settings['toasts']
}

/** The calculator is an island: complete as served, hydrated once somebody touches it. */
export function Roi({ content, number, id = 'roi', toasts }: RoiProps) {
  return (
    <Section id={id} $band="sunk">
      <Wrap>
        <Island
          name="roi"
          component={RoiCalculator}
          props={{
            content,
            number,
            toasts: { linkCopied: toasts.linkCopied, linkNotCopied: toasts.linkNotCopied },
          }}
        />
      </Wrap>
    </Section>
  )
}
