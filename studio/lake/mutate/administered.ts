import { publishedId } from '../document.ts'
import { LakeError } from '../errors.ts'
import { isRelease } from '../releases/release.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Rule } from './commit.ts'

/**
 * Keeps documents of these types to administrators. A draft or version counts as what it would take the place of,
 * whatever its own type says, and a release as what goes live with it.
 */
export function administeredRule(corpus: Corpus, types: readonly string[]): Rule {
  return (changes, stage, user) => {
    if (user.role === 'administrator') return
    const scheduled = changes.flatMap(({ after }) =>
      after !== null && isRelease(after) && after.state === 'scheduled' ? stage.inRelease(after.name) : [],
    )
    const ids = [...changes.map(({ id }) => id), ...scheduled.map(({ _id: id }) => id)]
    const documents = ids
      .flatMap((id) => [id, publishedId(id)])
      .flatMap((id) => [corpus.get(id), stage.get(id)])
    if (!documents.some((document) => document !== undefined && types.includes(document._type))) return
    throw new LakeError(
      403,
      'insufficientPermissionsError',
      'Settings are changed by administrators. Ask one of them. Nothing was changed.',
    )
  }
}
