/** A plus, in the size and colour of the text around it. */
export function AddIcon() {
  return (
    <svg viewBox="0 0 25 25" width="1em" height="1em" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M12.5 5v15M5 12.5h15" strokeWidth="1.2" />
    </svg>
  )
}
