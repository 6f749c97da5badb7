import { Card, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'

const EVERY_MS = 2_000

/** While developing: says that the Studio was built anew, as its code changed. Drafts are kept, so a reload costs nothing. */
export function RebuiltNotice() {
  const isOld = useIsOld()
  return (
    <output aria-label="State of the Studio">
      {isOld && (
        <Card tone="primary" borderBottom paddingX={4} paddingY={3}>
          <Text size={1}>
            The Studio was built anew. What you typed is kept. <a href={location.href}>Reload</a>
          </Text>
        </Card>
      )}
    </output>
  )
}

/** Whether this server has another Studio by now than the page that is open. */
function useIsOld(): boolean {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    let opened: string | null = null
    async function look(): Promise<void> {
      if (document.hidden) return
      // A server that is away, or builds its first one, says nothing new.
      const answer = await fetch('/studio/', { method: 'HEAD' }).catch(() => undefined)
      if (!answer?.ok) return
      const found = answer.headers.get('etag')
      opened ??= found
      setIsOld(found !== opened)
    }
    const timer = window.setInterval(() => void look(), EVERY_MS)
    void look()
    return () => window.clearInterval(timer)
  }, [])
  return isOld
}
