import { Button, Flex, Text } from '@sanity/ui'
import { useId, useState } from 'react'
import { pageName, pagesAt } from '../../schema/places.ts'

/** The pages that a document is live on: one is named, more are counted and listed on demand. */
export function PageList({ documentId, paths }: { documentId: string; paths: readonly string[] }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const pages = pagesAt(paths)
  // Redirects are on no page and work all the same.
  if (pages.length === 0) return documentId === 'redirects' ? null : <Text size={1}>On no page</Text>
  if (pages.length === 1)
    return (
      <Text size={1}>
        On <Pages paths={pages} />
      </Text>
    )
  return (
    <>
      <Button
        mode="bleed"
        fontSize={1}
        padding={2}
        text={`On ${pages.length} pages`}
        aria-controls={id}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Flex id={id} hidden={!isOpen} flex="none" style={{ width: '100%' }}>
        <Text size={1}>{isOpen && <Pages paths={pages} />}</Text>
      </Flex>
    </>
  )
}

function Pages({ paths }: { paths: readonly string[] }) {
  return paths.map((path, index) => (
    <span key={path}>
      {index > 0 && ', '}
      <a href={path} target="_blank" rel="noreferrer">
        {pageName(path)}
      </a>
    </span>
  ))
}
