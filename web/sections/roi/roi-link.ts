import { formatInput, parseAmount } from './format.ts'
import { LIMITS, type RoiInput } from './roi.ts'

/** The fragment of a shared address: the section's id, then the inputs as a query. */
const ROI_LINK = '#roi?'

/** Address of `page` that opens the calculator with these inputs, as typed. */
export function roiLink(page: string, inputs: Record<RoiInput, string>): string {
  const url = new URL(page)
  const values = Object.entries(inputs).map(([key, text]) => [key, String(parseAmount(text))])
  url.hash = ROI_LINK + new URLSearchParams(values).toString()
  return url.href
}

/** Inputs of a shared address, as text for the fields; empty for any other address. */
export function readRoiLink(hash: string): Partial<Record<RoiInput, string>> {
  if (!hash.startsWith(ROI_LINK)) return {}
  const values = new URLSearchParams(hash.slice(ROI_LINK.length))
  const texts: Partial<Record<RoiInput, string>> = {}
  for (const key of Object.keys(LIMITS) as RoiInput[]) {
    const text = values.get(key)
    if (text !== null) texts[key] = formatInput(Math.max(LIMITS[key].min, parseAmount(text)))
  }
  return texts
}
