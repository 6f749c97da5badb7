import { Button, Flex, Text } from '@sanity/ui'
import { useId, useState } from 'react'
import { LISTS } from '../../schema/lists.ts'
import { pageName, pagesAt } from '../../schema/places.ts'
import { FieldLink } from './field-link.tsx'

/** The pages that a document is live on: a single one is named, several are counted and listed on demand. */
export function PageList({ type, paths }: { type: string; paths: readonly string[] }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const pages = pagesAt(paths)
  if (pages.length === 0) return <OnNoPage type={type} />
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

function OnNoPage({ type }: { type: string }) {
  const list = LISTS.find((one) => one.type === type)
  // Redirects work without being on a page.
  if (!list) return type === 'redirects' ? null : <Text size={1}>On no page</Text>
  return (
    <Text size={1}>
      On no page yet.{' '}
      <FieldLink id="home" type="home" path={list.path}>
        Add it to the list on the home page
      </FieldLink>
    </Text>
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
