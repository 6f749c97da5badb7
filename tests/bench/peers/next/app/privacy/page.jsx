import content from '../../content/privacy.json'
import { HydratedPrivacy } from './view.jsx'

export default function Page() {
  return <HydratedPrivacy content={content} />
}
