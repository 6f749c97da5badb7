import { whenShown } from '../browser/when.ts'

/** The interface of Google's script, which our own has, too. */
interface BotCheck {
  ready: (callback: () => void) => void
  execute: (siteKey: string, options: { action: 'submit' }) => Promise<string>
}

declare global {
  interface Window {
    grecaptcha?: BotCheck
  }
}

const OWN_SCRIPT = '/api/bot-check/client.js'
const GOOGLE_SCRIPT = 'https://www.google.com/recaptcha/api.js'

let loading: Promise<BotCheck> | undefined

/**
 * Loads the bot check once, unless the page has it already: Google's where a site key is configured, else the site's
 * own. Rejects when its script can't be fetched; a later call tries again.
 */
export function loadBotCheck(): Promise<BotCheck> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Runs the invisible check and returns its token. Rejects when there is no check to run. */
export async function botCheckToken(): Promise<string> {
  const check = await loadBotCheck()
  return check.execute(siteKey() ?? '', { action: 'submit' })
}

function siteKey(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="recaptcha-site-key"]')?.content
}

async function load(): Promise<BotCheck> {
  await new Promise<void>(whenShown)
  if (!window.grecaptcha) await loadScript()
  const check = window.grecaptcha
  if (!check) throw new Error('The bot check’s script ran but offers no check.')
  await new Promise<void>((resolve) => {
    check.ready(resolve)
  })
  return check
}

function loadScript(): Promise<void> {
  const key = siteKey()
  const script = document.createElement('script')
  script.src = trusted(
    key ? `${GOOGLE_SCRIPT}?${new URLSearchParams({ render: key }).toString()}` : OWN_SCRIPT,
  )
  script.async = true
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`The bot check’s script did not load from ${script.src}.`))
    })
    document.head.append(script)
  })
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

declare const trustedTypes: TrustedTypes | undefined

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The address in the form that trusted types require. A policy can be created only once. */
function trusted(url: string): string {
  if (typeof trustedTypes === 'undefined') return url
  policy ??= trustedTypes.createPolicy('bot-check-loader', { createScriptURL: (address) => address })
  return policy.createScriptURL(url)
}
