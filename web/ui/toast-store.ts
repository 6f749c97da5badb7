/** Toasts on screen at a time; a newer one takes the place of an older one. */
const LIMIT = 1
/** A dismissed toast stays in the list this long, so that it can be updated and shown again. */
const REMOVE_DELAY_MS = 1_000_000

export interface Toast {
  id: number
  text: string
  open: boolean
}

interface ToastHandle {
  /** Changes the text; a dismissed toast opens again. */
  update: (text: string) => void
  dismiss: () => void
}

/** Toasts, newest first: added open, perhaps updated, dismissed, then removed after a delay. */
export function createToastStore() {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const removals = new Map<number, ReturnType<typeof setTimeout>>()

  function set(next: readonly Toast[]) {
    toasts = next
    for (const listener of listeners) listener()
  }

  function change(id: number, fields: Partial<Toast>) {
    set(toasts.map((toast) => (toast.id === id ? { ...toast, ...fields } : toast)))
  }

  function remove(id: number) {
    clearTimeout(removals.get(id))
    removals.delete(id)
    set(toasts.filter((toast) => toast.id !== id))
  }

  function dismiss(id: number) {
    change(id, { open: false })
    clearTimeout(removals.get(id))
    removals.set(
      id,
      setTimeout(() => remove(id), REMOVE_DELAY_MS),
    )
  }

  function update(id: number, text: string) {
    clearTimeout(removals.get(id))
    removals.delete(id)
    change(id, { text, open: true })
  }

  function add(text: string): ToastHandle {
    const id = ++lastId
    for (const displaced of toasts.slice(LIMIT - 1)) remove(displaced.id)
    set([{ id, text, open: true }, ...toasts])
    return { update: (next) => update(id, next), dismiss: () => dismiss(id) }
  }

  return {
    add,
    dismiss,
    get: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
