import content from '../../content/contact.json'
import { HydratedContact } from './view.jsx'

export default function Page() {
  return <HydratedContact content={content} />
}
