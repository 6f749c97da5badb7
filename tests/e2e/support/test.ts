import { test as base, expect } from '@playwright/test'

/**
 * Chromium's own word on a busy machine: the next page was drawn before the transition to it had come. No page can take
 * the rejection: there is no transition in its `pagereveal`.
 */
const LATE_TRANSITION = 'Transition was aborted because of invalid state. Page already revealed'

/** Playwright's test, which fails when a page says anything on its console or leaves its origin. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page, baseURL }, use) => {
      const said: string[] = []
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', ({ message }) => {
        if (message !== LATE_TRANSITION) said.push(`error: ${message}`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${baseURL}/`) && !/^(?:data|blob):/.test(url)) said.push(`request to ${url}`)
      })
      await use()
      expect(said).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
