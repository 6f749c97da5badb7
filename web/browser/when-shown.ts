/** Resolves once a person sees the page: at once, or when a prerendered page is shown. */
export function whenShown(): Promise<void> {
  const page: Document & { prerendering?: boolean } = document
  if (!page.prerendering) return Promise.resolve()
  return new Promise((resolve) => {
    page.addEventListener('prerenderingchange', () => resolve(), { once: true })
  })
}
