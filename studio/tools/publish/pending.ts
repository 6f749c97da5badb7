import { useSyncExternalStore } from 'react'
import { setUrgent } from './prompt-idle.ts'
import { publishWhenReady, type Publish, type Step } from './publish-when-ready.ts'

/** Running publishes, by published id. They outlive the form they were started in. */
const steps = new Map<string, Step>()
const listeners = new Set<() => void>()

/** Publishes, and lets every form of the document say so meanwhile. @throws what publishWhenReady throws */
export async function publishPending(publish: Omit<Publish, 'onStep'>): Promise<void> {
  const onStep = (step: Step) => tell(publish.id, step)
  onStep('checking')
  window.addEventListener('beforeunload', askToStay)
  try {
    await publishWhenReady({ ...publish, onStep })
  } finally {
    tell(publish.id, undefined)
    if (steps.size === 0) window.removeEventListener('beforeunload', askToStay)
  }
}

/** The state of a document's running publish; undefined while there is none. */
export function usePendingStep(id: string): Step | undefined {
  return useSyncExternalStore(subscribe, () => steps.get(id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(id: string, step: Step | undefined): void {
  if (step === undefined) steps.delete(id)
  else steps.set(id, step)
  setUrgent(id, step !== undefined && step !== 'uploading')
  for (const listener of listeners) listener()
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
