import { useState } from 'react'
import type { ToolMenuProps } from 'sanity'
import { submissionsTool } from './submissions/submissions-tool.tsx'
import { lastSeen, useNews } from './submissions/use-news.ts'

/** The product's mark, in the Studio's bar. */
export function Mark() {
  return (
    <svg viewBox="0 0 26 26" width="1em" height="1em" fill="none" aria-hidden>
      <circle cx={13} cy={13} r={11.6} stroke="currentColor" strokeWidth={1.8} />
      <path d="M1.8 13q2.2-6.4 4.4 0t4.4 0" stroke="currentColor" strokeWidth={1.8} />
      <path d="M10.6 13H24.4" stroke="currentColor" strokeWidth={2.6} />
    </svg>
  )
}

const NEWS_EVERY_MS = 5_000
const MAX_COUNTED = 99

/** The Studio's tools, with the number of new submissions beside the name of theirs. */
export function ToolMenuWithBadge(props: ToolMenuProps) {
  const isOpen = props.activeToolName === submissionsTool.name
  return isOpen ? props.renderDefault(props) : <Counted {...props} />
}

/** Begins anew each time that the editor comes from the submissions. */
function Counted(props: ToolMenuProps) {
  const [seen] = useState(lastSeen)
  const unseen = useNews(NEWS_EVERY_MS, seen)?.unseen ?? 0
  if (unseen === 0) return props.renderDefault(props)
  const count = unseen > MAX_COUNTED ? `${MAX_COUNTED}+` : String(unseen)
  const tools = props.tools.map((tool) =>
    tool.name === submissionsTool.name ? { ...tool, title: `${tool.title} (${count} new)` } : tool,
  )
  return props.renderDefault({ ...props, tools })
}
