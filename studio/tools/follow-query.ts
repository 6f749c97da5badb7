import { retry, type MonoTypeOperatorFunction, type Observable } from 'rxjs'
import type { DocumentStore } from 'sanity'

const AGAIN_MS = 5_000

/**
 * What a query finds, at once and after each change of what it reads. Sanity's own ends for good with the first read
 * that fails, and a list would say for hours what it said then: it begins anew until it is answered.
 */
export function followQuery<Answer>(
  store: DocumentStore,
  ...asked: Parameters<DocumentStore['listenQuery']>
): Observable<Answer> {
  return store.listenQuery(...asked).pipe(beginAnew())
}

/** Makes a read that fails again. What the Studio itself draws of one would end in the error screen of all of it. */
export function beginAnew<Answer>(): MonoTypeOperatorFunction<Answer> {
  return retry({ delay: AGAIN_MS })
}
