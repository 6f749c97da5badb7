/** A listener for `beforeunload`, with which the browser asks whether to leave the page. */
export function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
