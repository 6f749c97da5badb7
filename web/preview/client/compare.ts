const views = document.querySelectorAll<HTMLButtonElement>('button[data-view]')
const range = document.querySelector<HTMLInputElement>('input[type=range]')
const draft = document.querySelector<HTMLElement>('[data-side=after]')
const sides = [...document.querySelectorAll('iframe')]

for (const button of views) {
  button.addEventListener('click', () => {
    document.body.dataset['view'] = button.dataset['view']
    for (const other of views) other.ariaPressed = String(other === button)
  })
}

range?.addEventListener('input', () => draft?.style.setProperty('--swipe', `${range.value}%`))

// Both sides stand at the same place: the share of their own height, as one may be longer.
for (const frame of sides) {
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('scroll', () => follow(frame), { passive: true })
  })
}

let leader: HTMLIFrameElement | undefined
let rest: ReturnType<typeof setTimeout> | undefined

function follow(frame: HTMLIFrameElement): void {
  if (leader !== undefined && leader !== frame) return
  leader = frame
  clearTimeout(rest)
  // The other side's scroll is heard, too, and must not lead back.
  rest = setTimeout(() => {
    leader = undefined
  }, 100)
  const share = (frame.contentWindow?.scrollY ?? 0) / Math.max(1, roomIn(frame))
  for (const other of sides) if (other !== frame) other.contentWindow?.scrollTo(0, share * roomIn(other))
}

function roomIn({ contentDocument, clientHeight }: HTMLIFrameElement): number {
  return (contentDocument?.documentElement.scrollHeight ?? 0) - clientHeight
}
