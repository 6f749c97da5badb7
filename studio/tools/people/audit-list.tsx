import { Button, Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { AUDIT_PAGE, type AuditAction, type AuditLine } from '../../../api/contract/audit.ts'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { Alert } from '../alert.tsx'
import { Empty } from '../start/empty.tsx'
import { timeOf } from '../time.ts'
import { useEditorApi } from '../use-editor-api.ts'

const ACTS: Readonly<Record<AuditAction, string>> = {
  erase: 'Erased',
  export: 'Exported',
  switch: 'Site version',
  share: 'Links for others',
  settings: 'Settings',
  people: 'People',
}

/** What administrators did, and who: an append-only list. */
export function AuditList() {
  const api = useEditorApi()
  const [lines, setLines] = useState<AuditLine[]>()
  /** A new object triggers a reload. */
  const [asked, setAsked] = useState<{ before?: string | undefined }>({})
  const [hasOlder, setHasOlder] = useState(false)
  const [message, setMessage] = useState<string>()

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    void (async () => {
      try {
        const { before } = asked
        const older = before === undefined ? '' : `?before=${before}`
        const page = await api<AuditLine[]>(`/audit${older}`, { signal })
        setLines((shown = []) => [...(before === undefined ? [] : shown), ...page])
        setHasOlder(page.length === AUDIT_PAGE)
        setMessage(undefined)
      } catch (error) {
        if (!signal.aborted) setMessage(messageOf(error))
      }
    })()
    return () => stopping.abort()
  }, [api, asked])

  const fault = message !== undefined && <Alert message={message} onRetry={() => setAsked({ ...asked })} />
  if (!lines) return fault || <Empty>Loading…</Empty>
  if (lines.length === 0) return <Empty>Nothing has been recorded yet.</Empty>
  return (
    <Stack gap={4}>
      <Text muted size={1}>
        What can’t be undone, and what others have to be able to trust. Nobody can change these lines. They
        say nothing about visitors who were erased.
      </Text>
      <Stack as="ul" gap={0} aria-label="Audit list">
        {lines.map(({ id, at, editor, action, detail, reason }) => (
          <Card key={id} as="li" tone="inherit" borderTop paddingY={3}>
            <Stack gap={2}>
              <Text size={1} weight="medium">
                {ACTS[action]}: {detail}
              </Text>
              {reason !== '' && <Text size={1}>{reason}</Text>}
              <Text size={1} muted>
                <time dateTime={at}>{timeOf(at)}</time>, {editor}
              </Text>
            </Stack>
          </Card>
        ))}
      </Stack>
      {fault ||
        (hasOlder && (
          <Button mode="ghost" text="Older" onClick={() => setAsked({ before: lines.at(-1)?.id })} />
        ))}
    </Stack>
  )
}
