import { useEffect, useRef } from 'react'
import { keyframes, styled } from 'styled-components'
import { Seal } from '../art/seal.tsx'
import type { Settings } from '../content/content.ts'
import { from } from '../theme/media.ts'
import { Actions, Button, TextLink } from '../ui/button.tsx'
import { DialogText, DialogTitle } from '../ui/dialog.tsx'

interface WaitlistDoneProps {
  content: Settings['waitlist']['done']
  linkedin: string
  onClose: () => void
}

/** Step 3: on the record, with a stamp. */
export function WaitlistDone({ content, linkedin, onClose }: WaitlistDoneProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <Stamped>
        <Stamp />
        <div>
          <DialogTitle ref={title} tabIndex={-1} $small>
            {content.title}
          </DialogTitle>
          <DialogText>{content.text}</DialogText>
        </div>
      </Stamped>
      <Ways>
        <Button type="button" onClick={onClose}>
          {content.close}
        </Button>
        <TextLink href={linkedin} rel="noopener">
          {content.linkedin}
        </TextLink>
      </Ways>
    </>
  )
}

const stamp = keyframes`
  from {
    opacity: 0;
    transform: scale(1.25) rotate(-12deg);
  }
`

const Stamp = styled(Seal)`
  width: 150px;
  animation: ${stamp} 360ms cubic-bezier(0.34, 1.4, 0.64, 1);
`

const Stamped = styled.div`
  display: grid;
  gap: 28px;
  align-items: center;

  ${from.s} {
    grid-template-columns: 150px 1fr;
  }
`

const Ways = styled(Actions)`
  margin-top: 36px;
`
