import { isDocument, type LakeDocument } from '../../document.ts'
import type { GroqNode } from '../groq.ts'
import { findText, searchesDocument, wordsOf } from '../text.ts'
import { matches } from './operators.ts'
import type { Scope } from './scope.ts'
import { stepOf, type Compile, type Place, type Step } from './step.ts'
import { isObject } from './values.ts'

/** The Studio's `match text::query(…)`, which groq-js lacks: of a whole document, or of a field. */
export function compileTextMatch(node: GroqNode, place: Place, compile: Compile): Step {
  const words = wordsOf(node)
  if (!searchesDocument(node)) {
    const [field, text] = [compile(node['left'], place), words.wanted.join(' ')]
    return stepOf([field], (scope) => matches(field.run(scope), text, scope.run))
  }
  const run = (scope: Scope): boolean => {
    const document = documentOf(scope)
    return document !== undefined && findText([document], words, scope.run.budget).length > 0
  }
  return stepOf([], run, { reads: [place] })
}

// What is left of a document after a projection is searched as the document it was.
function documentOf({ value, run }: Scope): LakeDocument | undefined {
  if (isDocument(value)) return value
  const id = isObject(value) ? value['_id'] : undefined
  return typeof id === 'string' ? run.catalogue?.view.get(id) : undefined
}
