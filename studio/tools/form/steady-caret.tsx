import { Component } from 'react'

interface Props {
  /** Of the text field. */
  id: string
  value: unknown
}

interface Caret {
  field: HTMLInputElement | HTMLTextAreaElement
  text: string
  start: number
  end: number
}

/**
 * Keeps the caret of a text field in place when somebody else changes the text. A browser would put it at the end, and
 * the letters of two people would mix. A class, as no hook runs right before the change.
 */
export class SteadyCaret extends Component<Props> {
  override getSnapshotBeforeUpdate(): Caret | null {
    const field = document.activeElement
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (!isText || field.id !== this.props.id) return null
    const { value: text, selectionStart: start, selectionEnd: end } = field
    // Inputs for addresses and numbers don't expose their caret.
    return start === null || end === null ? null : { field, text, start, end }
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Caret | null): void {
    if (!before || before.field.value === before.text) return
    const { field, text, start, end } = before
    field.setSelectionRange(movedAlong(start, text, field.value), movedAlong(end, text, field.value))
  }

  override render() {
    return null
  }
}

/** The position in a new text that corresponds to one in the old: beside the same characters. */
function movedAlong(place: number, text: string, changed: string): number {
  const shorter = Math.min(text.length, changed.length)
  let before = 0
  while (before < shorter && text[before] === changed[before]) before += 1
  if (place <= before) return place
  let after = 0
  while (after < shorter - before && text.at(-1 - after) === changed.at(-1 - after)) after += 1
  return place >= text.length - after ? place + changed.length - text.length : before
}
