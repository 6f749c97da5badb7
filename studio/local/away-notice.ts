/** A restart is over by then, and nobody needs to hear of it. */
const AFTER_MS = 5_000

const STYLE = `
  p { position: fixed; z-index: 2147483647; inset: auto 1rem 1rem; width: fit-content; margin: 0 auto; padding: .75rem 1rem;
    border-radius: .25rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark;
    color: light-dark(#fff, #131418); background: light-dark(#1b1c20, #ececf0) }
`

let waiting = 0
let timer: ReturnType<typeof setTimeout> | undefined
let host: HTMLElement | undefined

/**
 * Counts one who waits for the server. Once anybody has waited for a while, the page says so until nobody does: the
 * Studio itself shows a circle that turns.
 * @returns to be called when that wait is over
 */
export function noteWait(): () => void {
  waiting += 1
  timer ??= setTimeout(show, AFTER_MS)
  return () => {
    waiting -= 1
    if (waiting > 0) return
    clearTimeout(timer)
    timer = undefined
    host?.remove()
    host = undefined
  }
}

function show(): void {
  host = document.createElement('div')
  // A shadow root keeps the Studio's styles out, and these in.
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = `<style>${STYLE}</style><p role="status"></p>`
  document.body.append(host)
  const [status] = root.querySelectorAll('p')
  // Screen readers tell of what changes in an element that is there.
  if (status)
    status.textContent = 'The server can’t answer right now. This page goes on by itself once it does.'
}
