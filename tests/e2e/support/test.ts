import { test as base, expect } from '@playwright/test'

/**
 * Chromium's own word on a busy machine: the next page was drawn before the transition to it had come. No page can take
 * the rejection: there is no transition in its `pagereveal`.
 */
const LATE_TRANSITION = 'Transition was aborted because of invalid state. Page already revealed'

/** What Firefox has a page say that is left while its code still comes: it calls that off, and the page is told. */
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
