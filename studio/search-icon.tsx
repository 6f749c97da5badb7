/** A magnifying glass, in the size and colour of the text around it. */
export function SearchIcon() {
  return (
    <svg viewBox="0 0 25 25" width="1em" height="1em" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M15.6 15.6 20 20M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" strokeWidth="1.2" />
    </svg>
  )
}
