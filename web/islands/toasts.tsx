import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createToastStore } from '../browser/toast-store.ts'
import type { Settings } from '../content/content.ts'
import { Toast, ToastRegion } from '../ui/toast.tsx'

type Labels = Pick<Settings['toasts'], 'region' | 'dismiss'>

const store = createToastStore()
let mounted = false

/** Shows a toast; the first one brings its region into the page. */
export function showToast(text: string, labels: Labels): void {
  if (!mounted) {
    mounted = true
    const element = document.body.appendChild(document.createElement('div'))
    createRoot(element, { identifierPrefix: 'toasts-' }).render(<Toasts labels={labels} />)
  }
  store.add(text)
}

function Toasts({ labels }: { labels: Labels }) {
  const toasts = useSyncExternalStore(store.subscribe, store.get)
  return (
    <ToastRegion label={labels.region}>
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
