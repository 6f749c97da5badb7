// Before the Studio is.
import './tools/publish/prompt-idle.ts'
import { createRoot } from 'react-dom/client'
import { Studio } from 'sanity'
import config from '../sanity.config.ts'

const element = document.querySelector('#studio')
if (!element) throw new Error('The Studio’s page has no #studio to show it in.')
createRoot(element).render(<Studio config={config} />)
