import * as Radix from '@radix-ui/react-tooltip'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { onInk } from '../theme/forced.ts'
import { color, font, layer, radius, size } from '../theme/tokens.ts'

/** How long a pointer rests before a tooltip opens, and how long after one closes the next opens at once. */
const DELAY_MS = { open: 700, skip: 300 }
/** Between a tooltip and its element, in px. */
const OFFSET = 4

/** A group of tooltips that open without a delay after each other. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS.open} skipDelayDuration={DELAY_MS.skip}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  text: string
  /** The trigger. */
  children: ReactNode
}

/** A few words beside their trigger, as its description. */
export function Tooltip({ open, onOpenChange, text, children }: TooltipProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Bubble sideOffset={OFFSET} collisionPadding={8}>
          {text}
        </Bubble>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Bubble = styled(Radix.Content)`
  z-index: ${layer.tooltip};
  max-width: 300px;
  padding: 8px 12px;
  background: ${color.ink};
  color: ${color.bg};
  ${onInk}
  font-family: ${font.text};
  font-size: ${size.micro};
  line-height: 1.4;
  border-radius: ${radius};
`
