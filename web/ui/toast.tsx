import * as Radix from '@radix-ui/react-toast'
import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'
import { keyframes, styled } from 'styled-components'
import { CloseIcon } from '../art/icons.tsx'
import { onInk } from '../theme/forced.ts'
import { color, duration, ease, layer, radius } from '../theme/tokens.ts'
import { IconButton } from './button.tsx'

/** How long a toast shows, and how far a swipe dismisses it. */
const DURATION_MS = 5000
const SWIPE_PX = 50

interface RegionProps {
  label: string
  /** Whether no toast shows. */
  isEmpty: boolean
  children: ReactNode
}

/** The place where toasts appear. F8 moves the focus there, and with the last toast it returns to where it was. */
export function ToastRegion({ label, isEmpty, children }: RegionProps) {
  const viewport = useRef<HTMLOListElement>(null)
  const before = useRef<HTMLElement>(null)

  useEffect(() => {
    if (isEmpty && viewport.current?.contains(document.activeElement)) before.current?.focus()
  }, [isEmpty])

  function keepBefore({ currentTarget, relatedTarget }: FocusEvent): void {
    if (currentTarget.contains(relatedTarget)) return
    before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
  }

  return (
    <Radix.Provider label={label} duration={DURATION_MS} swipeThreshold={SWIPE_PX}>
      <div onFocus={keepBefore}>
        {children}
        <Viewport ref={viewport} label={`${label} ({hotkey})`} hotkey={['F8']} />
      </div>
    </Radix.Provider>
  )
}

interface ToastProps {
  open: boolean
  dismissLabel: string
  onClose: () => void
  children: ReactNode
}

export function Toast({ open, dismissLabel, onClose, children }: ToastProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Description>{children}</Radix.Description>
      <Radix.Close asChild>
        <IconButton type="button" aria-label={dismissLabel} data-tooltip="">
          <CloseIcon />
        </IconButton>
      </Radix.Close>
    </Sheet>
  )
}

const Viewport = styled(Radix.Viewport)`
  position: fixed;
  z-index: ${layer.toast};
  right: 0;
  bottom: 0;
  width: min(100vw, 452px);
  padding: 16px;
  outline-offset: -6px;

  /* Above the actions at the end of an open menu. */
  :root:has(header details[open]) & {
    bottom: 10.5rem;
  }
`

const rise = keyframes`
  from {
    opacity: 0;
    transform: translateY(16px);
  }
`

const Sheet = styled(Radix.Root)`
  display: flex;
  gap: 16px;
  justify-content: space-between;
  align-items: center;
  padding: 8px 8px 8px 18px;
  background: ${color.ink};
  color: ${color.bg};
  ${onInk}
  border-radius: ${radius};
  animation: ${rise} ${duration.state} ${ease.out};

  &[data-swipe='move'] {
    transform: translateX(var(--radix-toast-swipe-move-x));
  }

  &[data-swipe='cancel'] {
    transform: none;
    transition: transform ${duration.state} ${ease.out};
  }

  ${IconButton} {
    color: inherit;
  }

  ${IconButton}:hover {
    background: ${color.ink2};
  }

  :focus-visible {
    outline-color: ${color.bg};
    outline-offset: -4px;
  }
`
