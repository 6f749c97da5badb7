/** Sheets in a pile, in the size and colour of the text around it. */
export function ReleasesIcon() {
  return (
    <svg viewBox="0 0 25 25" width="1em" height="1em" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4.5 9.5 12.5 5l8 4.5-8 4.5zM4.5 12.8l8 4.5 8-4.5M4.5 16.1l8 4.5 8-4.5" strokeWidth="1.2" />
    </svg>
  )
}
