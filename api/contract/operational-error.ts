/**
 * An expected failure: a setting, a person, a disk or another server caused it. Each sentence says what was wrong and
 * what to do. It is thrown where it is found, and translated once at each edge: into an HTTP problem, lines on the
 * command line, or a receipt. Any other error is a defect.
 */
export class OperationalError extends Error {
  override name = 'OperationalError'
  /** Everything that is wrong at once. */
  readonly sentences: readonly string[]

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    const all = typeof sentences === 'string' ? [sentences] : sentences
    super(all.join(' '), options)
    this.sentences = all
  }
}

/** By name, as the renderer's bundle has its own copy of the class, and a message between threads loses the class. */
export function isOperational(error: unknown): error is OperationalError {
  return error instanceof Error && error.name === 'OperationalError' && 'sentences' in error
}

/** What an error says, whoever threw it. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of an error of the system, the network or a driver, such as `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
