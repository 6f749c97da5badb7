import type { Content } from '../../../../../web/content/content.ts'
import { HydratedHome } from '../../parts/pages/home.tsx'
import json from '../content/home.json'

const content = json as unknown as Content

export function Component() {
  return <HydratedHome content={content} />
}
