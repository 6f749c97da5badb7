import { Card, Text } from '@sanity/ui'
import { useCallback, useRef, useState } from 'react'
import { usePolling } from '../use-polling.ts'

const EVERY_MS = 2_000

/**
 * While developing: says that the Studio was rebuilt, as its code changed. Drafts are kept, so a reload costs
 * nothing.
 */
export function RebuiltNotice() {
  const isOld = useIsOld()
  return (
    <output aria-label="State of the Studio">
      {isOld && (
        <Card tone="primary" borderBottom paddingX={4} paddingY={3}>
          <Text size={1}>
            The Studio was rebuilt. What you typed is kept. <a href={location.href}>Reload</a>
          </Text>
        </Card>
      )}
    </output>
  )
}

/** Whether this server has another Studio by now than the page that is open. */
function useIsOld(): boolean {
  const [isOld, setIsOld] = useState(false)
  const opened = useRef<string>(undefined)
  const poll = useCallback(async () => {
    // A server that is away or building its first Studio: nothing new.
    const answer = await fetch('/studio/', { method: 'HEAD' }).catch(() => undefined)
    const found = answer?.ok ? answer.headers.get('etag') : null
    if (found === null) return
    opened.current ??= found
    setIsOld(found !== opened.current)
  }, [])
  usePolling(poll, EVERY_MS)
  return isOld
}
