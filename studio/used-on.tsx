import { useEffect, useState } from 'react'
import { isObservable, of } from 'rxjs'
import { type InputProps, useDocumentStore } from 'sanity'
import type { DocumentLocationsState } from 'sanity/presentation'
import { styled } from 'styled-components'
import { locations } from './locations.ts'
import { ReceiptLine } from './receipt/receipt-line.tsx'

/** The form of a document, under what became of its last publish and links to the pages that it appears on. */
export function FormWithLocations(props: InputProps) {
  if (props.path.length > 0) return props.renderDefault(props)
  const { _id: id, _type: type } = (props.value ?? {}) as { _id?: string; _type?: string }
  return (
    <Column>
      <div>{props.renderDefault(props)}</div>
      <UsedOn id={id} type={type} />
      {id && type && <ReceiptLine id={id} type={type} />}
    </Column>
  )
}

function UsedOn({ id, type }: { id: string | undefined; type: string | undefined }) {
  const state = useLocations(id, type)
  if (state?.message) return <Line>{state.message}</Line>
  if (!state?.locations) return null
  return (
    <Line aria-label="Used on">
      Used on
      {state.locations.map(({ title, href }) => (
        <a key={`${title}${href}`} href={href} target="_blank" rel="noreferrer">
          {title}
        </a>
      ))}
    </Line>
  )
}

function useLocations(id: string | undefined, type: string | undefined): DocumentLocationsState | undefined {
  const documentStore = useDocumentStore()
  const [state, setState] = useState<DocumentLocationsState>()
  useEffect(() => {
    if (!id || !type) return undefined
    const found = locations({ id, type, version: undefined, perspectiveStack: [] }, { documentStore })
    const subscription = (isObservable(found) ? found : of(found)).subscribe((next) =>
      setState(next ?? undefined),
    )
    return () => subscription.unsubscribe()
  }, [id, type, documentStore])
  return state
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
`

// Seen first but last in the markup: the Studio puts the cursor into the first thing of a form.
const Line = styled.nav`
  order: -1;
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  margin-block-end: 24px;
  font: 13px/20px var(--card-font-family, sans-serif);
  color: var(--card-muted-fg-color);

  a {
    color: var(--card-link-color);
  }
`
