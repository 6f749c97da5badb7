import { loadBotCheck } from './bot-check.ts'

/** Starts the bot check as the page opens, before its form has come to life. */
export function attach(): void {
  loadBotCheck().catch((error: unknown) => console.warn(error))
}
