import { useEffect, useState } from 'react'
import { catchError, concat, EMPTY, of, switchMap } from 'rxjs'
import { useClient } from 'sanity'
import { CLIENT } from '../../client-options.ts'

type Variables = Readonly<Record<string, string | number | null>>

/** Values of variables, for previews: those are made by functions that can't query the content lake. */
let variables: Variables = {}

const NAME = /\{(\w+)\}/gu

/** A text with the settings and counts that its names in braces stand for; what only a page knows stays as it is. */
export function filled(text: string): string {
  return text.replaceAll(NAME, (braces, name: string) =>
    Object.hasOwn(variables, name) ? String(variables[name] ?? braces) : braces,
  )
}

interface Answer {
  settings: Variables | null
  home: (Variables & { headline?: never }) | null
  headline: string[] | null
}

const QUERY = `{
  "settings": *[_id == "settings"][0]{
    ...brand{"brand": word, descriptor, legalEntity, governingLaw},
    ...links{salesEmail, privacyEmail, linkedin},
    ...footer{year}
  },
  "home": *[_id == "home"][0]{
    "fragments": count(hero.inputs),
    "answers": count(faq.groups[]->items[]),
    "integrations": count(integrations.items),
    "models": count(integrations.items[@->kind == "model"]),
    "tools": count(integrations.items[@->kind == "tool"])
  },
  "headline": *[_id == "home"][0].hero.headline
}`

/** How long titles wait for the values. After that, variables show as typed. */
const PATIENCE_MS = 500

/**
 * Loads the values of variables, and again with each publish of a document that defines some.
 * @returns whether previews can be rendered; earlier ones would keep their braces
 */
export function usePreviewVariables(): boolean {
  const client = useClient(CLIENT)
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    const options = { visibility: 'query', includeResult: false } as const
    const changes = client.listen('*[_id in ["settings", "home"]]', {}, options)
    const subscription = concat(of(undefined), changes.pipe(catchError(() => EMPTY)))
      .pipe(switchMap(() => client.observable.fetch<Answer>(QUERY, {}, { perspective: 'published' })))
      .subscribe({
        next: ({ settings, home, headline }) => {
          variables = { ...settings, ...home, headline: headline?.join(' ') ?? null }
          setReady(true)
        },
        error: () => setReady(true),
      })
    const timer = window.setTimeout(() => setReady(true), PATIENCE_MS)
    return () => {
      subscription.unsubscribe()
      window.clearTimeout(timer)
    }
  }, [client])

  return isReady
}
