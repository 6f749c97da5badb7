import { readBar } from './bar.ts'
import { followChanges } from './live.ts'
import { noteServerState } from './server-state.ts'
import { stayInPreview } from './stay.ts'

// Runs before the page's other scripts, so that it records what the server wrote.
const state = noteServerState(document.body)
const bar = readBar()
if (bar) {
  stayInPreview(bar)
  followChanges(bar, state)
  if (bar.kind === 'editor') void import('./overlay.ts').then(({ startOverlay }) => startOverlay(bar))
}
