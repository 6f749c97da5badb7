import { test as base, expect } from '@playwright/test'

/**
 * Chromium's error on a busy machine: the next page was drawn before the view transition arrived. No page can catch it,
 * as its `pagereveal` has no transition.
 */
const LATE_TRANSITION = 'Transition was aborted because of invalid state. Page already revealed'

/** Firefox's error in a page that is left while its code is still loading. */
const CALLED_OFF = 'Error'

/** Playwright's test, which fails when a page says anything on its console or leaves its origin; one that fails says where. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page, baseURL, browserName }, use, { errors }) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (browserName === 'firefox' && message.text() === CALLED_OFF) return
        said.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', ({ message }) => {
        if (message !== LATE_TRANSITION) said.push(`error: ${message}`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${baseURL}/`) && !/^(?:data|blob):/.test(url)) said.push(`request to ${url}`)
      })
      await use()
      if (errors.length > 0) said.push(`failed at ${page.url()}`)
      expect(said).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
