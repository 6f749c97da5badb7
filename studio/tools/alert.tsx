import { Button, Card, Flex, Text } from '@sanity/ui'

interface Props {
  message: string
  /** Retries, where nothing else does. */
  onRetry?: () => void
}

/** Says why something did not happen. */
export function Alert({ message, onRetry }: Props) {
  return (
    <Card role="alert" tone="critical" border radius={2} padding={3}>
      <Flex align="center" gap={3} wrap="wrap">
        <Text size={1}>{message}</Text>
        {onRetry && <Button mode="ghost" fontSize={1} padding={2} text="Try again" onClick={onRetry} />}
      </Flex>
    </Card>
  )
}
