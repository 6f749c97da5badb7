import content from '../../content/platform.json'
import { HydratedPlatform } from './view.jsx'

export default function Page() {
  return <HydratedPlatform content={content} />
}
