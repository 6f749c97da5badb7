/** Plain scripts ask for a toast by this event; what shows it is fetched then. */
export const TOAST_REQUEST = 'toast-request'

/** Asks for a toast that says `text`. */
export function requestToast(text: string): void {
  document.dispatchEvent(new CustomEvent(TOAST_REQUEST, { detail: text }))
}
