import type * as Diff from 'diff'
import { createRequire } from 'node:module'
import { envSchema } from './env-schema.ts'

/** How many letters may be wrong, left out or too many: a short name is soon another program's. */
const MOST_LETTERS = { short: 1, long: 2 }
const LONG = 8

const require = createRequire(import.meta.url)

/**
 * Says of each name that is nearly a setting's which one is probably meant. Names of other programs are left alone, as
 * are those beside the setting itself.
 * @param given the lines of `.env`: among all variables of a process, those of other programs may well be near
 */
export function misspeltSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  const settings = Object.keys(envSchema.shape)
  return Object.entries(given).flatMap(([name, value]) => {
    if (settings.includes(name) || !value?.trim()) return []
    const meant = settings.find((setting) => !given[setting]?.trim() && isNear(name, setting))
    if (meant === undefined) return []
    return [`.env names ${name}, which is no setting and does nothing: ${meant} is probably meant.`]
  })
}

function isNear(name: string, setting: string): boolean {
  // Loaded only if there is such a name: it takes 20 ms of a start.
  const { diffChars } = require('diff') as typeof Diff
  const most = setting.length < LONG ? MOST_LETTERS.short : MOST_LETTERS.long
  const changes = diffChars(name.toUpperCase().replaceAll(/\W/gu, '_'), setting)
  const count = (kind: 'added' | 'removed') =>
    changes.reduce((letters, change) => letters + (change[kind] ? change.count : 0), 0)
  return count('added') <= most && count('removed') <= most
}
