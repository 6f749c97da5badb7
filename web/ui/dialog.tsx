import * as Radix from '@radix-ui/react-dialog'
import {
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createGlobalStyle, keyframes, styled } from 'styled-components'
import { CloseIcon } from '../art/icons.tsx'
import { from } from '../theme/media.ts'
import { color, duration, ease, layer, radius } from '../theme/tokens.ts'
import { IconButton } from './button.tsx'
import { onSheet } from './field.tsx'

/** Two clicks within this time may be a double click; a double tap has no other mark. */
const DOUBLE_CLICK_MS = 500

interface DialogProps {
  open: boolean
  /** While locked, nothing closes the dialog, and its close button is disabled. */
  locked: boolean
  closeLabel: string
  onClose: () => void
  /** Gets the focus when the dialog closes. The dialog's content takes it when it opens. */
  returnFocus: HTMLElement
  /** Shown at the left, on phones above. */
  side: ReactNode
  /** Holds a `DialogTitle` and a `DialogText`. */
  children: ReactNode
}

/**
 * A modal sheet, rendered in place: whoever uses it is at the end of the body. Backdrop and scroll lock are plain CSS,
 * as Radix's would insert a style element.
 */
export function Dialog(props: DialogProps) {
  const { open, locked, closeLabel, onClose, returnFocus, side, children } = props
  const close = () => !locked && onClose()
  const sheet = useRef<HTMLDivElement>(null)
  const backdrop = useBackdrop(sheet, close)
  useScrollLock(open)

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <PageRules />
      {open && (
        <Backdrop {...backdrop}>
          <Sheet
            ref={sheet}
            onEscapeKeyDown={(event) => (locked || isOfInputMethod(event)) && event.preventDefault()}
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              focusAgain(returnFocus)
            }}
          >
            <FocusRelease />
            {side}
            <Body>
              <Radix.Close asChild disabled={locked}>
                <CloseButton type="button" aria-label={closeLabel} data-tooltip="">
                  <CloseIcon />
                </CloseButton>
              </Radix.Close>
              {children}
            </Body>
          </Sheet>
        </Backdrop>
      )}
    </Radix.Root>
  )
}

/**
 * Closes on a click that begins and ends on the backdrop, and not on its scrollbar. Radix would take any next click for
 * the end of a press there that scrolled: an Enter in a field, say, which clicks its form's button. The second click of
 * a double click was meant for what was there before the sheet appeared or shrank.
 */
function useBackdrop(sheet: RefObject<HTMLElement | null>, close: () => void) {
  const isPressed = useRef(false)
  const changed = useRef(0)
  useLayoutEffect(() => {
    if (!sheet.current) return undefined
    const observer = new ResizeObserver(() => {
      changed.current = performance.now()
    })
    observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [sheet])

  return {
    onPointerDown: ({ target, currentTarget, clientX, timeStamp }: PointerEvent) => {
      const isOwn = target === currentTarget && clientX < currentTarget.clientWidth
      isPressed.current = isOwn && timeStamp - changed.current > DOUBLE_CLICK_MS
    },
    onClick: ({ target, currentTarget, detail }: MouseEvent) => {
      if (isPressed.current && target === currentTarget && detail < 2) close()
    },
  }
}

/**
 * Whether a key belongs to an input method, which it confirms or cancels. Safari reports it after the composition has
 * ended, as 229.
 */
function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/**
 * Takes the focus out of the sheet before its content is removed: otherwise WebKit moves a field's caret to the end of
 * the page, and scrolls there.
 */
function FocusRelease() {
  useLayoutEffect(() => () => (document.activeElement as HTMLElement).blur(), [])
  return null
}

/** Focuses an element, or the button of its menu, where that has closed and hides it. */
function focusAgain(element: HTMLElement): void {
  const seen = element.closest('details:not([open])')?.querySelector('summary') ?? element
  seen.focus({ preventScroll: true })
}

/** Locks scrolling: the page keeps its place, and the width that its scrollbar took. */
function useScrollLock(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return undefined
    const page = document.documentElement
    page.dataset['locked'] = innerWidth > page.clientWidth ? 'gutter' : ''
    return () => {
      delete page.dataset['locked']
    }
  }, [open])
}

/*
 * Radix disables pointer events on the body. The backdrop covers the page anyway, and a property that every element
 * inherits costs a slow phone a quarter of a second.
 */
const PageRules = createGlobalStyle`
  html[data-locked] {
    overflow: hidden;
  }

  html[data-locked='gutter'] {
    scrollbar-gutter: stable;
  }

  body {
    pointer-events: auto !important;
  }
`

const appear = keyframes`
  from {
    opacity: 0;
  }
`

const rise = keyframes`
  from {
    opacity: 0;
    transform: translateY(16px);
  }
`

const Backdrop = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  display: flex;
  padding: 20px;
  overflow: auto;
  overscroll-behavior: contain;
  background: rgb(8 14 11 / 0.62);
  pointer-events: auto;
  animation: ${appear} ${duration.state} ${ease.out};
`

const Sheet = styled(Radix.Content)`
  position: relative;
  margin: auto;
  width: 100%;
  max-width: 760px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  background: ${color.sheet};
  border: 1px solid ${color.edge};
  border-radius: ${radius};
  animation: ${rise} ${duration.state} ${ease.out};

  ${from.m} {
    grid-template-columns: 196px 1fr;
  }
`

const Body = styled.div`
  padding: clamp(24px, 4vw, 44px);
  ${onSheet}
`

const CloseButton = styled(IconButton)`
  position: absolute;
  right: 8px;
  top: 8px;
  z-index: 1;

  &:disabled {
    color: ${color.ink3};
    cursor: not-allowed;
  }
`

export const DialogTitle = styled(Radix.Title)<{ $small?: boolean }>`
  font-size: ${({ $small }) =>
    $small ? 'clamp(1.75rem, 1.5rem + 1vw, 2.125rem)' : 'clamp(1.875rem, 1.5rem + 1.9vw, 2.75rem)'};
  line-height: 1.02;
  letter-spacing: -0.032em;
  padding-right: ${({ $small }) => ($small ? 0 : '44px')};
  text-wrap: balance;
  outline: 0;
`

export const DialogText = styled(Radix.Description)`
  color: ${color.ink2};
  margin-top: 12px;
`
