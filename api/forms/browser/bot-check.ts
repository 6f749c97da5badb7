interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

declare const trustedTypes: TrustedTypes

/**
 * The bot check in the browser, with the interface of reCAPTCHA v3 so that pages need no other code for it. It is
 * served as text, so it can use nothing from outside the function.
 */
export function botCheckClient(base: string): void {
  // Where pages demand trusted types, a worker's address must come from a policy that they name.
  const workerUrl =
    typeof trustedTypes === 'undefined'
      ? `${base}worker.js`
      : trustedTypes
          .createPolicy('bot-check', { createScriptURL: (url) => url })
          .createScriptURL(`${base}worker.js`)

  async function run(action: string): Promise<string> {
    const response = await fetch(`${base}challenge?action=${encodeURIComponent(action)}`)
    if (!response.ok) throw new Error(`The bot check could not start: ${response.status}`)
    const challenge: { parameters: object } = await response.json()
    const solution = await solve(challenge.parameters)
    return btoa(JSON.stringify({ challenge, solution }))
  }

  function solve(parameters: object): Promise<unknown> {
    const worker = new Worker(workerUrl)
    const solved = new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The bot check could not run.')))
    })
    worker.postMessage(parameters, [])
    return solved.finally(() => worker.terminate())
  }

  Object.assign(globalThis, {
    grecaptcha: {
      run,
      ready: (callback: () => void) => callback(),
      execute: (_siteKey: string, { action }: { action: string }) => run(action),
    },
  })
}
