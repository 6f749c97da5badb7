import { retry, type MonoTypeOperatorFunction, type Observable } from 'rxjs'
import type { DocumentStore } from 'sanity'

const AGAIN_MS = 5_000

/**
 * The result of a query, now and after each change of what it reads. Sanity's own stream ends with the first failed
 * read, and a list would go stale for hours, so this one retries until it is answered.
 */
export function followQuery<Answer>(
  store: DocumentStore,
  ...asked: Parameters<DocumentStore['listenQuery']>
): Observable<Answer> {
  return store.listenQuery(...asked).pipe(beginAnew())
}

/** Retries a failed read, which would otherwise end in the Studio's error screen. */
export function beginAnew<Answer>(): MonoTypeOperatorFunction<Answer> {
  return retry({ delay: AGAIN_MS })
}
