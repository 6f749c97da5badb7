import type { Content } from '../../../../../web/content/content.ts'
import { HydratedContact } from '../../parts/pages/contact.tsx'
import json from '../content/contact.json'

const content = json as unknown as Content

export function Component() {
  return <HydratedContact content={content} />
}
