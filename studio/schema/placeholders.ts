/**
 * Says what to do about a value that the launch copy only stands in with; true for anything else.
 * A warning and not an error: the site must go up before its lawyers have answered.
 */
export function checkPlaceholder(value: unknown): true | string {
  if (typeof value !== 'string') return true
  if (/^\[.*\]$/.test(value)) return 'A placeholder: visitors see it as it stands. Write the real words here.'
  if (/@example\.(?:com|org|net)$/i.test(value))
    return 'A placeholder: nobody reads this address. Enter one that is read.'
  if (/^https:\/\/(?:www\.)?linkedin\.com\/?$/i.test(value))
    return 'A placeholder: it leads to LinkedIn itself. Enter the address of your own page.'
  return true
}
