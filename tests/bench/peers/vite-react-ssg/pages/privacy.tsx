import type { Content } from '../../../../../web/content/content.ts'
import { HydratedPrivacy } from '../../parts/pages/privacy.tsx'
import json from '../content/privacy.json'

const content = json as unknown as Content

export function Component() {
  return <HydratedPrivacy content={content} />
}
