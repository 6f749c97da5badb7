import { isOperational, messageOf, OperationalError } from './operational-error.ts'

/** What is wrong with a document, in an editor's words, and where. */
export interface DocumentFault {
  documentId: string
  type: string
  /** What editors call the document. */
  title: string
  /** Path of the field, as the Studio spells it; none if the document is missing. */
  path?: string
  message: string
}

/** What a run failed at, in sentences, and what editors have to mend for the next one. */
export interface RunFailure {
  message: string
  faults: readonly DocumentFault[]
}

/** What publishing a content release would hold back, and in which document, where one is to blame. */
export type ReleaseFault = Partial<DocumentFault> & Pick<DocumentFault, 'message'>

/** No site can be made of the content as it is now, or the content can't be read. The next publish tries again. */
export class ContentError extends OperationalError {
  /** What editors have to mend; empty if no field of a document is to blame. */
  readonly faults: readonly DocumentFault[]

  constructor(
    sentences: string | readonly string[],
    faults: readonly DocumentFault[] = [],
    options?: ErrorOptions,
  ) {
    super(sentences, options)
    this.faults = faults
  }
}

/** By shape, as the renderer's bundle has its own copy of the class, and a message between threads loses the class. */
export function isContentError(error: unknown): error is ContentError {
  return isOperational(error) && 'faults' in error
}

/** A failure as it is sent between threads and processes: a cloned error would lose its kind. */
export interface Failure {
  message: string
  /** Those of an OperationalError. */
  sentences?: readonly string[]
  /** Those of a ContentError. */
  faults?: readonly DocumentFault[]
}

/** An error as it is sent. */
export function failureOf(error: unknown): Failure {
  const message = messageOf(error)
  if (isContentError(error)) return { message, sentences: error.sentences, faults: error.faults }
  return isOperational(error) ? { message, sentences: error.sentences } : { message }
}

/** A failure that was received, as the error that it was. */
export function errorOf({ message, sentences, faults }: Failure): Error {
  if (sentences === undefined) return new Error(message)
  return faults === undefined ? new OperationalError(sentences) : new ContentError(sentences, faults)
}

/** Where the Studio at this address opens the field, or the form where no field is to blame. */
export function mendAddress(studio: string, { documentId, type, path }: DocumentFault): string {
  const place = path === undefined ? '' : `;path=${encodeURIComponent(path)}`
  return `${studio}/intent/edit/id=${encodeURIComponent(documentId)};type=${type}${place}/`
}
