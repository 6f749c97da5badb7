import { mendAddress, type DocumentFault, type RunFailure } from '../contract/content-error.ts'
import type { Log } from '../log.ts'
import type { Manifest } from './renderer.ts'

/** The faults of held documents, whose last good version is served. */
function heldFaults({ held, titles }: Manifest): DocumentFault[] {
  return held.flatMap(({ _id: documentId, _type: type, faults }) =>
    faults.map(({ elsewhere, ...fault }) => ({
      documentId,
      type,
      title: titles?.[documentId] ?? type,
      ...fault,
      ...elsewhere,
    })),
  )
}

/** What keeps the site from being as it was published, each with the address that its field opens at. */
export function faultSentences(
  failure: RunFailure | undefined,
  manifest: Manifest | undefined,
  studio: string,
): string[] {
  const faults = [...(failure?.faults ?? []), ...(manifest ? heldFaults(manifest) : [])]
  const said = faults.map((fault) => `${fault.title}: ${fault.message} ${mendAddress(studio, fault)}`)
  // A set, as a failed build may name the faults of documents that are held already.
  const all = new Set(failure && failure.faults.length === 0 ? [failure.message, ...said] : said)
  return [...all]
}

const FAILED = 'The site could not be brought up to date: what is served stays as it is.'
const HELD = 'What can’t be shown is held back: its last good version is served.'
const MENDED = 'The site is as it was published again.'

/** Logs what keeps the site from being as it was published, once for each state of it, and that it is mended. */
export function createFaultLog(log: Log, studio: string) {
  let last = ''
  return (failure: RunFailure | undefined, manifest: Manifest | undefined): void => {
    const faults = faultSentences(failure, manifest, studio)
    const state = faults.join('\n')
    if (state === last) return
    last = state
    if (faults.length === 0) log.info(MENDED)
    else if (failure) log.error({ faults }, FAILED)
    else log.warn({ faults }, HELD)
  }
}
