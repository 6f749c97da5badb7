import type { Content } from '../../../../../web/content/content.ts'
import { HydratedPlatform } from '../../parts/pages/platform.tsx'
import json from '../content/platform.json'

const content = json as unknown as Content

export function Component() {
  return <HydratedPlatform content={content} />
}
