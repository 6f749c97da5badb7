import { useEffect, useState } from 'react'
import type { PublishApproval, PublishesAnswer } from '../../../api/contract/publishing.ts'
import { isDevelopment } from '../development.ts'
import { useEditorApi, type EditorApi } from '../use-editor-api.ts'

/** Set when the server starts: one answer is enough. */
let known: Promise<PublishesAnswer> | undefined

/** Whether this site wants drafts approved before they are published; `off` until that is known. */
export function usePublishApproval(): PublishApproval {
  const api = useEditorApi()
  const [approval, setApproval] = useState<PublishApproval>('off')
  useEffect(() => {
    let isOver = false
    const show = async () => {
      const answer = await read(api)
      if (!isOver) setApproval(answer)
    }
    void show()
    return () => {
      isOver = true
    }
  }, [api])
  return approval
}

/** A server that is away, or has no publishing, asks for nothing; the content lake still refuses what it must. */
async function read(api: EditorApi): Promise<PublishApproval> {
  if (isDevelopment) return 'off'
  known ??= api<PublishesAnswer>('/publishes')
  try {
    return (await known).approval
  } catch {
    known = undefined
    return 'off'
  }
}
