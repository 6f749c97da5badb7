import { useSyncExternalStore } from 'react'
import { mountIsland } from '../browser/mount.tsx'
import { createToastStore } from './toast-store.ts'
import { Toast, ToastRegion } from './toast.tsx'

interface ToastLabels {
  /** Accessible name of the region where toasts appear. */
  region: string
  dismiss: string
}

const store = createToastStore()
let mounted = false

/** Shows a toast; the first one also mounts their region, named by the island's props. */
export function open(props: unknown, text: string): void {
  if (!mounted) {
    mounted = true
    mountIsland('toasts')(<Toasts labels={props as ToastLabels} />)
  }
  store.add(text)
}

function Toasts({ labels }: { labels: ToastLabels }) {
  const toasts = useSyncExternalStore(store.subscribe, store.get)
  return (
    <ToastRegion label={labels.region} isEmpty={!toasts.some(({ open: isOpen }) => isOpen)}>
      {toasts.map((toast) => (
        <Toast
          key={toast.id}
          open={toast.open}
          dismissLabel={labels.dismiss}
          onClose={() => store.dismiss(toast.id)}
        >
          {toast.text}
        </Toast>
      ))}
    </ToastRegion>
  )
}
