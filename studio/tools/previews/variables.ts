import { useEffect, useState } from 'react'
import { useDocumentStore } from 'sanity'

type Variables = Readonly<Record<string, string | number | null>>

/** What names in braces stand for, for previews: those are made by functions, which can't ask the content lake. */
const known: { variables?: Variables; wasMissed: boolean } = { wasMissed: false }

const NAME = /\{(\w+)\}/gu

/** A text with the settings and counts that its names in braces stand for; what only a page knows stays as it is. */
export function filled(text: string): string {
  const { variables } = known
  if (!NAME.test(text)) return text
  if (!variables) known.wasMissed = true
  return text.replaceAll(NAME, (braces, name: string) => String(variables?.[name] ?? braces))
}

interface Answer {
  settings: Variables | null
  home: (Variables & { headline?: never }) | null
  headline: string[] | null
}

const QUERY = {
  fetch: `{
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
  }`,
  listen: '*[_id in ["settings", "home"]]',
}

/**
 * Keeps what names in braces stand for. Gives a number that changes once, where previews were made before that was
 * known: what shows them must be drawn anew.
 */
export function usePreviewVariables(): number {
  const store = useDocumentStore()
  const [generation, setGeneration] = useState(0)

  useEffect(() => {
    const subscription = store
      .listenQuery(QUERY, {}, { apiVersion: '2025-02-19', perspective: 'published' })
      .subscribe(({ settings, home, headline }: Answer) => {
        known.variables = { ...settings, ...home, headline: headline?.join(' ') ?? null }
        if (known.wasMissed) setGeneration((last) => last + 1)
        known.wasMissed = false
      })
    return () => subscription.unsubscribe()
  }, [store])

  return generation
}
