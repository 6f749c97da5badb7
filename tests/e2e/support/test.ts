import { test as base, expect } from '@playwright/test'

/** Playwright's test, which fails when a page says anything on its console or leaves its origin. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page, baseURL }, use) => {
      const said: string[] = []
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
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
