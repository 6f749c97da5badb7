import { useToast } from '@sanity/ui/toast'
import { useEffect } from 'react'
import { onRefusedEdit } from '../../local/refused-edits.ts'

/** Says when what somebody typed is taken back, as where their role has changed while a form was open. */
export function useRefusedEdits(): void {
  const { push } = useToast()
  useEffect(
    () =>
      onRefusedEdit((reason) =>
        push({
          // One for all letters that are typed on.
          id: 'refused-edit',
          status: 'error',
          closable: true,
          duration: 30_000,
          title: 'What you typed was not saved, and is taken back',
          description: reason,
        }),
      ),
    [push],
  )
}
