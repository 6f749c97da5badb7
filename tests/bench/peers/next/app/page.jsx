import content from '../content/home.json'
import { HydratedHome } from './view.jsx'

export default function Page() {
  return <HydratedHome content={content} />
}
