import { Card, Text } from '@sanity/ui'

/** Says why something did not happen. */
export function Alert({ message }: { message: string }) {
  return (
    <Card role="alert" tone="critical" border radius={2} padding={3}>
      <Text size={1}>{message}</Text>
    </Card>
  )
}
