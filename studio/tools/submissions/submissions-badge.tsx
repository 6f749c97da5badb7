import type { ToolMenuProps } from 'sanity'
import { useState } from 'react'
import { lastSeen, useNews } from './use-news.ts'
import { submissionsTool } from './submissions-tool.tsx'

const EVERY_MS = 5_000
const MOST = 99

/** The Studio's tools, with the number of new submissions beside the name of theirs. */
export function ToolMenuWithBadge(props: ToolMenuProps) {
  const { activeToolName, tools } = props
  const isOpen = activeToolName === submissionsTool.name
  return isOpen ? props.renderDefault(props) : <Counted {...props} tools={tools} />
}

/** Begins anew each time that the editor comes from the submissions. */
function Counted(props: ToolMenuProps) {
  const [seen] = useState(lastSeen)
  const unseen = useNews(EVERY_MS, seen)?.unseen ?? 0
  if (unseen === 0) return props.renderDefault(props)
  const count = unseen > MOST ? `${MOST}+` : String(unseen)
  const tools = props.tools.map((tool) =>
    tool.name === submissionsTool.name ? { ...tool, title: `${tool.title} (${count} new)` } : tool,
  )
  return props.renderDefault({ ...props, tools })
}
