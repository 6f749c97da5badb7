import type { ComponentType } from 'react'

/** In the place of the product's islands: a component of the tree around it, hydrated as the framework does it. */
export function Island<P extends object>({
  name,
  component: Component,
  props,
}: {
  name: string
  component?: ComponentType<P>
  props: P
}) {
  if (Component) return <Component {...props} />
  return name === 'toasts' ? <div data-island={name} data-props={JSON.stringify(props)} /> : null
}
