/** Is called at each step; `current` of `total` where they are known. */
export type Progress = (step: string, current?: number, total?: number) => void

const WIDTH = 30

/** Draws a bar on a terminal, and writes a line for each new step elsewhere. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  let last = ''
  return (step, current, total) => {
    const isNew = step !== last
    if (stream.isTTY) {
      if (isNew && last !== '') stream.write('\n')
      stream.write(`\r\u001B[K${bar(current, total)} ${step}`)
    } else if (isNew) {
      stream.write(`${step}\n`)
    }
    last = step
  }
}

function bar(current = 0, total = 0): string {
  const share = total > 0 ? Math.min(current / total, 1) : 0
  const filled = Math.round(share * WIDTH)
  return `[${'█'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${String(Math.round(share * 100)).padStart(3)} %`
}
