import type { MouseEvent, ReactNode } from 'react'
import { useWorkspace } from 'sanity'
import { useRouter } from 'sanity/router'

/** Leads to another tool: links of the Studio stay within the tool that they stand in. */
export function ToolLink({ tool, children }: { tool: string; children: ReactNode }) {
  const { navigateUrl } = useRouter()
  const path = `${useWorkspace().basePath}/${tool}`
  function follow(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    navigateUrl({ path })
  }
  return (
    <a href={path} onClick={follow}>
      {children}
    </a>
  )
}
