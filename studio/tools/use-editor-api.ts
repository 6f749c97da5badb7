import { useMemo } from 'react'
import { useClient } from 'sanity'
import { ask } from './ask.ts'

/** Asks this server's API as the editor who is signed in. */
export type EditorApi = <Answer>(
  path: string,
  options?: { method?: string; body?: unknown; signal?: AbortSignal },
) => Promise<Answer>

export function useEditorApi(): EditorApi {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  return useMemo(() => (path, options) => ask(path, { token, ...options }), [token])
}
