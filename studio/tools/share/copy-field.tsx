import { CheckmarkIcon } from '@sanity/icons/Checkmark'
import { CopyIcon } from '@sanity/icons/Copy'
import { Box, Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useEffect, useId, useRef, useState } from 'react'

const SAID_MS = 3_000

/** A text to take away, with a button that copies it and says so. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = window.setTimeout(() => setCopied(false), SAID_MS)
    return () => window.clearTimeout(timer)
  }, [isCopied])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Where a browser copies nothing for a page, the text is chosen for the keys that do.
      input.current?.select()
    }
  }
  return (
    <Stack gap={3}>
      <Text as="label" htmlFor={id} size={1} weight="medium">
        {label}
      </Text>
      <Flex gap={2}>
        <Box flex={1}>
          <TextInput
            ref={input}
            id={id}
            readOnly
            fontSize={1}
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Box>
        <Button
          mode="ghost"
          tone={isCopied ? 'positive' : 'default'}
          icon={isCopied ? CheckmarkIcon : CopyIcon}
          text={isCopied ? 'Copied' : 'Copy'}
          onClick={() => void copy()}
        />
      </Flex>
    </Stack>
  )
}
