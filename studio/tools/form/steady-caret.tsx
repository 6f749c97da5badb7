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
 * Keeps the caret of a text field where it is when somebody else changes the text: a browser puts it at the end, and
 * what two people type would be mixed letter by letter. A class, as no hook runs right before the change.
 */
export class SteadyCaret extends Component<Props> {
  override getSnapshotBeforeUpdate(): Caret | null {
    const field = document.activeElement
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (!isText || field.id !== this.props.id) return null
    const { value: text, selectionStart: start, selectionEnd: end } = field
    // An address or a number has no caret to read.
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

/** Where a place in a text is once another text stands there: beside what it stood beside. */
function movedAlong(place: number, text: string, changed: string): number {
  const shorter = Math.min(text.length, changed.length)
  let before = 0
  while (before < shorter && text[before] === changed[before]) before += 1
  if (place <= before) return place
  let after = 0
  while (after < shorter - before && text.at(-1 - after) === changed.at(-1 - after)) after += 1
  return place >= text.length - after ? place + changed.length - text.length : before
}
