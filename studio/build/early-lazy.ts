import { lazy, type ComponentType } from 'react'

interface Loaded {
  default: ComponentType
}

/** React's `lazy` for what is loaded before it is drawn: there by then, it is drawn without a placeholder. */
export function earlyLazy(load: () => Promise<Loaded>): ReturnType<typeof lazy> {
  const loading = load()
  loading.then(
    // oxlint-disable-next-line unicorn/no-thenable -- A promise makes whoever asks wait, also when it has its value.
    (loaded) => Object.assign(loading, { then: (take: (value: Loaded) => void) => take(loaded) }),
    // React asks once more, and shows why it failed.
    () => undefined,
  )
  return lazy(() => loading)
}
