import { closeSync, openSync } from 'node:fs'

/** Makes a file that its owner alone can read, where there is none; SQLite gives its own files beside it the same rights. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}
