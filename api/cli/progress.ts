const WIDTH = 30

/** Draws a progress bar, at most ten times a second; nothing if there is no terminal. */
export function progressBar(
  total: number,
  stream: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): { advance(count: number): void; end(): void } {
  let done = 0
  let drawnAt = 0

  function draw(): void {
    const part = total === 0 ? 1 : Math.min(1, done / total)
    const filled = Math.round(part * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    stream.write(`\r${bar} ${Math.round(part * 100)} % (${done} of ${total})`)
  }
  return {
    advance(count) {
      done += count
      if (stream.isTTY !== true || performance.now() - drawnAt < 100) return
      drawnAt = performance.now()
      draw()
    },
    end() {
      if (stream.isTTY !== true) return
      draw()
      stream.write('\n')
    },
  }
}
