const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const today = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** A time as the editor's language writes it, with the day unless that is today. @param iso as ISO 8601 */
export function timeOf(iso: string, now: Date = new Date()): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === now.toDateString()
  return (isToday ? today : clock).format(at)
}
