import { rmSync } from 'node:fs'
import { exitWhenInterrupted } from './command.ts'

/**
 * Removes a file, or a folder with all that is in it, where this process is interrupted or ends before this is disposed
 * of: copies hold personal data.
 */
export function removedAtExit(target: string): Disposable {
  const remove = (): void => rmSync(target, { recursive: true, force: true, maxRetries: 5 })
  process.on('exit', remove)
  const undo = exitWhenInterrupted()
  return {
    [Symbol.dispose]: () => {
      undo()
      process.off('exit', remove)
    },
  }
}
