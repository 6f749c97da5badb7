import { useMemo } from 'react'
import { useClient } from 'sanity'
import { CLIENT } from '../client-options.ts'
import { ask } from './ask.ts'

/** Asks this server's API as the editor who is signed in. */
export type EditorApi = <Answer>(
  path: string,
  options?: { method?: string; body?: unknown; signal?: AbortSignal },
) => Promise<Answer>

export function useEditorApi(): EditorApi {
  const { token } = useClient(CLIENT).config()
  return useMemo(() => (path, options) => ask(path, { token, ...options }), [token])
}
