import { evaluateSync, parse, toJS } from 'groq-js'
import type { LakeDocument } from '../../../../studio/lake/document.ts'

interface Source {
  all: () => readonly LakeDocument[]
  get: (id: string) => LakeDocument | undefined
}

/** What groq-js answers by itself, from every document: what the lake's answer must equal. */
export function plainAnswer(query: string, params: Record<string, unknown>, { all, get }: Source): unknown {
  const dereference = ({ _ref }: { _ref: string }) => get(_ref)
  const value = evaluateSync(parse(query, { params }), { dataset: all(), dereference, params })
  return toJS(value) ?? null
}
