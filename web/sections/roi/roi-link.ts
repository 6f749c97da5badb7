import { formatInput, settledAmount } from './format.ts'
import { ROI_LINK } from './link-names.ts'
import { LIMITS, type RoiInput } from './roi.ts'

const INPUTS = Object.keys(LIMITS) as RoiInput[]

/** Address of `page` that opens the calculator with these inputs, as typed. */
export function roiLink(page: string, inputs: Record<RoiInput, string>): string {
  const url = new URL(page)
  const values = INPUTS.map((key) => [key, String(settledAmount(key, inputs[key]))])
  url.hash = ROI_LINK + new URLSearchParams(values).toString()
  return url.href
}

/** Inputs of a shared address, as text for the fields; empty for any other address. */
export function readRoiLink(hash: string): Partial<Record<RoiInput, string>> {
  if (!hash.startsWith(ROI_LINK)) return {}
  const values = new URLSearchParams(hash.slice(ROI_LINK.length))
  const texts: Partial<Record<RoiInput, string>> = {}
  for (const key of INPUTS) {
    const text = values.get(key)
    if (text !== null) texts[key] = formatInput(settledAmount(key, text))
  }
  return texts
}
