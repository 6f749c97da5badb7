import { useEffect, useLayoutEffect, useRef, useState, type HTMLAttributes, type RefCallback } from 'react'
import { mountIsland } from '../browser/mount.tsx'
import { Tooltip, TooltipGroup } from './tooltip.tsx'

/**
 * Gives every element with `data-tooltip` its tooltip: the attribute's text, or the element's accessible name where
 * that is empty. Both are read as it opens. Elements that React adds later get theirs when they are pointed at or
 * focused.
 */
export function start(): void {
  const render = mountIsland('tooltips')
  const keys = new Map<HTMLElement, number>()
  let last = 0
  const draw = () => {
    for (const element of keys.keys()) if (!element.isConnected) keys.delete(element)
    for (const element of document.querySelectorAll<HTMLElement>('[data-tooltip]'))
      if (!keys.has(element)) keys.set(element, ++last)
    render(
      <TooltipGroup>
        {[...keys].map(([element, key]) => (
          <ElementTooltip key={key} element={element} />
        ))}
      </TooltipGroup>,
    )
  }
  const follow = ({ target }: Event) => {
    const element = (target as Element).closest<HTMLElement>('[data-tooltip]')
    const isNew = element !== null && !keys.has(element)
    if (isNew || [...keys.keys()].some(({ isConnected }) => !isConnected)) draw()
  }
  for (const type of ['pointerover', 'focusin']) addEventListener(type, follow)
  draw()
}

function ElementTooltip({ element }: { element: HTMLElement }) {
  const name = element.getAttribute('aria-label') ?? ''
  const explanation = element.dataset['tooltip'] ?? ''
  const explains = explanation !== '' && explanation !== name
  const [open, setOpen] = useState(() => isAskedFor(element, explains))

  // A finger can't hover, so an explanation opens on a press as well.
  useEffect(() => {
    if (!explains) return undefined
    const press = () => setOpen(true)
    element.addEventListener('click', press)
    return () => element.removeEventListener('click', press)
  }, [element, explains])

  return (
    <Tooltip open={open} onOpenChange={setOpen} text={explanation || name}>
      <Bridge element={element} isDescribed={explains} />
    </Tooltip>
  )
}

/**
 * Whether the focus or tap that had this code fetched is on this element: the event is over, but has left its trace.
 */
function isAskedFor(element: HTMLElement, explains: boolean): boolean {
  if (element.matches(':focus-visible')) return true
  return explains && element.matches(':hover') && matchMedia('(hover:none)').matches
}

type BridgeProps = HTMLAttributes<HTMLElement> & {
  element: HTMLElement
  /** Whether the tooltip says more than the element's name, which would otherwise be announced twice. */
  isDescribed: boolean
  ref?: RefCallback<HTMLElement>
}

const events = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const

/** Stands in for an element of the page as a tooltip's trigger: hands it the ref, handlers and description. */
function Bridge({ element, isDescribed, ref, ...props }: BridgeProps) {
  const latest = useRef({ ref, props })
  useLayoutEffect(() => {
    latest.current = { ref, props }
  })

  useLayoutEffect(() => {
    const hand = (target: HTMLElement | null) => {
      latest.current.ref?.(target)
    }
    hand(element)
    return () => hand(null)
  }, [element])

  useEffect(() => {
    const off = new AbortController()
    for (const [type, name] of Object.entries(events)) {
      const handle = (event: Event) => {
        const handler = latest.current.props[name] as ((event: Event) => void) | undefined
        handler?.(event)
      }
      element.addEventListener(type, handle, { signal: off.signal })
    }
    // A pointer that already rests here sends no further move.
    if (element.matches(':hover') && matchMedia('(hover:hover)').matches) {
      element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))
    }
    return () => off.abort()
  }, [element])

  const description = isDescribed ? props['aria-describedby'] : undefined
  useEffect(() => {
    if (!description) return undefined
    element.setAttribute('aria-describedby', description)
    return () => element.removeAttribute('aria-describedby')
  }, [element, description])

  return null
}
