/** The product's mark, in the Studio's bar. */
export function Mark() {
  return (
    <svg viewBox="0 0 26 26" width="1em" height="1em" fill="none" aria-hidden>
      <circle cx={13} cy={13} r={11.6} stroke="currentColor" strokeWidth={1.8} />
      <path d="M1.8 13q2.2-6.4 4.4 0t4.4 0" stroke="currentColor" strokeWidth={1.8} />
      <path d="M10.6 13H24.4" stroke="currentColor" strokeWidth={2.6} />
    </svg>
  )
}
