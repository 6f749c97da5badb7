const views = [...document.querySelectorAll<HTMLButtonElement>('button[data-view]')]
const widths = [...document.querySelectorAll<HTMLButtonElement>('button[data-width]')]
const sides = [...document.querySelectorAll('iframe')]
const stage = document.querySelector('main')
const divider = document.querySelector<HTMLElement>('[role=slider]')

/** Where the divider stands, in percent of the stage. */
let split = 50
/** How wide the pages are, in px; none where they are as wide as their side. */
let width: number | undefined

for (const button of views) button.addEventListener('click', () => chooseView(button))
for (const button of widths)
  button.addEventListener('click', () => {
    press(widths, button)
    const wanted = Number(button.dataset['width'])
    width = Number.isNaN(wanted) ? undefined : wanted
    layOut()
  })

function press(group: readonly HTMLButtonElement[], chosen: HTMLButtonElement | undefined): void {
  for (const button of group) button.ariaPressed = String(button === chosen)
}

function chooseView(button: HTMLButtonElement | undefined): void {
  press(views, button)
  document.body.dataset['view'] = button?.dataset['view']
  layOut()
}

/** Shows each page at its width, scaled down where its side has less room. */
function layOut(): void {
  for (const frame of sides) {
    const { clientWidth: room, clientHeight: height } = frame.parentElement ?? frame
    const wide = width ?? room
    const scale = wide > room ? room / wide : 1
    Object.assign(frame.style, {
      width: `${wide}px`,
      height: `${height / scale}px`,
      left: `${(room - wide * scale) / 2}px`,
      transform: `scale(${scale})`,
    })
  }
}

function moveTo(percent: number): void {
  split = Math.min(100, Math.max(0, percent))
  document.documentElement.style.setProperty('--split', `${split}%`)
  if (divider) {
    divider.ariaValueNow = String(Math.round(split))
    divider.ariaValueText = `Live ${Math.round(split)} %, draft ${Math.round(100 - split)} %`
  }
  layOut()
}

const STEPS: Readonly<Record<string, (from: number) => number>> = {
  ArrowLeft: (from) => from - 2,
  ArrowDown: (from) => from - 2,
  ArrowRight: (from) => from + 2,
  ArrowUp: (from) => from + 2,
  PageDown: (from) => from - 10,
  PageUp: (from) => from + 10,
  Home: () => 0,
  End: () => 100,
}

divider?.addEventListener('keydown', (event) => {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  moveTo(step(split))
})

divider?.addEventListener('pointerdown', (event) => {
  divider.setPointerCapture(event.pointerId)
  document.body.classList.add('dragged')
})
divider?.addEventListener('pointermove', (event) => {
  if (!divider.hasPointerCapture(event.pointerId) || !stage) return
  const { left, width: whole } = stage.getBoundingClientRect()
  moveTo(((event.clientX - left) / whole) * 100)
})
divider?.addEventListener('lostpointercapture', () => document.body.classList.remove('dragged'))

// Both sides show the same page at the same place: by the share of its height, as one may be longer.
for (const frame of sides) {
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('scroll', () => follow(frame), { passive: true })
    const shown = pageIn(frame)
    for (const other of sides) {
      const here = pageIn(other)
      if (other === frame || here === undefined || shown === undefined || here === shown) continue
      other.contentWindow?.location.replace(
        shown.replace('\0', other.closest<HTMLElement>('[data-side]')?.dataset['side'] ?? ''),
      )
    }
  })
}

/** The address of a side without the name of the side; undefined while it loads. */
function pageIn({ contentWindow }: HTMLIFrameElement): string | undefined {
  const { pathname = '' } = contentWindow?.location ?? {}
  return pathname.includes('/-/') ? pathname.replace(/\/-\/(?:before|after)/, '/-/\0') : undefined
}

let leader: HTMLIFrameElement | undefined
let rest: ReturnType<typeof setTimeout> | undefined

function follow(frame: HTMLIFrameElement): void {
  if (leader !== undefined && leader !== frame) return
  leader = frame
  clearTimeout(rest)
  // The scroll of the other side is an event as well, and must not scroll this one back.
  rest = setTimeout(() => {
    leader = undefined
  }, 100)
  const share = (frame.contentWindow?.scrollY ?? 0) / Math.max(1, roomIn(frame))
  for (const other of sides) if (other !== frame) other.contentWindow?.scrollTo(0, share * roomIn(other))
}

function roomIn({ contentDocument }: HTMLIFrameElement): number {
  const { scrollHeight = 0, clientHeight = 0 } = contentDocument?.documentElement ?? {}
  return scrollHeight - clientHeight
}

addEventListener('resize', layOut)
moveTo(split)
// A phone has no room for two pages side by side.
if (innerWidth < 800) chooseView(views.at(-1))
