/** How an id of a release starts: when its release was made, as `20251031T120000000Z`. */
const ID_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/

/**
 * The id of a release that is made now. It sorts after the `newest` one, even where that was made while the clock ran
 * ahead: then it counts on from there, and the manifest's `at` alone tells the time.
 */
export function releaseId(now: Date, stamp: string, newest: string | undefined): string {
  const last = newest === undefined ? undefined : timeOf(newest)
  const at = last === undefined ? now : new Date(Math.max(now.getTime(), last + 1))
  return `${at.toISOString().replace(/\W/g, '')}-${stamp}`
}

/** In ms since 1970. */
function timeOf(id: string): number | undefined {
  const [, year, month, day, hour, minute, second, ms] = ID_TIME.exec(id) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(time) ? undefined : time
}
