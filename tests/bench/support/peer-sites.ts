/*
 * The same pages in other frameworks: one file of content, one template that shows all copy of a page. They
 * have no styles, scripts, pictures or checks, so that a ratio of build times is in their favour.
 */

/** Exact versions, installed together into one folder. */
export const PACKAGES = {
  astro: '7.3.5',
  next: '16.4.6',
  react: '19.3.0',
  'react-dom': '19.3.0',
  'react-router-dom': '6.30.6',
  vite: '8.3.0',
  'vite-react-ssg': '0.9.2',
  '@vitejs/plugin-react': '6.1.1',
}

/** A framework: the files of its site, its build command, and where the page of `/about` is then. */
export interface Peer {
  name: string
  files: Record<string, string>
  command: readonly [string, ...string[]]
  page: string
}

const copy = `export function Copy({ value }) {
  if (typeof value === 'string') return <p>{value}</p>
  if (Array.isArray(value)) return <ul>{value.map((item, index) => <li key={index}><Copy value={item} /></li>)}</ul>
  if (typeof value !== 'object' || value === null) return null
  const shown = Object.entries(value).filter(([name]) => !name.startsWith('_'))
  return <section>{shown.map(([name, item]) => <Copy key={name} value={item} />)}</section>
}
`

export const PEERS: readonly Peer[] = [
  {
    name: 'vite-react-ssg',
    command: ['vite-react-ssg', 'build'],
    page: 'dist/about.html',
    files: {
      'index.html':
        '<!doctype html><html lang="en"><head></head><body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>',
      'vite.config.js': `import react from '@vitejs/plugin-react'
export default { plugins: [react()], logLevel: 'warn', ssgOptions: { entry: 'main.jsx', beastiesOptions: false } }
`,
      'copy.jsx': copy,
      'main.jsx': `import { ViteReactSSG } from 'vite-react-ssg'
import { Copy } from './copy.jsx'
import pages from './content.json'
function page({ title, copy }) {
  return <main><title>{title}</title><h1>{title}</h1><Copy value={copy} /></main>
}
export const createRoot = ViteReactSSG({
  routes: Object.entries(pages).map(([path, content]) => ({ path, element: page(content) })),
})
`,
    },
  },
  {
    name: 'Astro',
    command: ['astro', 'build'],
    page: 'dist/about/index.html',
    files: {
      'astro.config.mjs': 'export default {}\n',
      'src/copy.astro': `---
const { value } = Astro.props
const shown = typeof value === 'object' && value !== null && !Array.isArray(value)
  ? Object.entries(value).filter(([name]) => !name.startsWith('_')) : []
---
{typeof value === 'string' && <p>{value}</p>}
{Array.isArray(value) && <ul>{value.map((item) => <li><Astro.self value={item} /></li>)}</ul>}
{shown.length > 0 && <section>{shown.map(([, item]) => <Astro.self value={item} />)}</section>}
`,
      'src/pages/[...path].astro': `---
import Copy from '../copy.astro'
import pages from '../../content.json'
export function getStaticPaths() {
  return Object.entries(pages).map(([path, props]) => ({ params: { path: path.slice(1) || undefined }, props }))
}
const { title, copy } = Astro.props
---
<html lang="en"><head><title>{title}</title></head><body><main><h1>{title}</h1><Copy value={copy} /></main></body></html>
`,
    },
  },
  {
    name: 'Next',
    command: ['next', 'build'],
    page: 'out/about.html',
    files: {
      'next.config.mjs': "export default { output: 'export', turbopack: { root: '..' } }\n",
      'app/copy.jsx': copy,
      'app/layout.jsx':
        'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }\n',
      'app/[[...path]]/page.jsx': `import { Copy } from '../copy.jsx'
import pages from '../../content.json'
export const dynamicParams = false
export function generateStaticParams() {
  return Object.keys(pages).map((path) => ({ path: path.split('/').filter(Boolean) }))
}
async function contentOf(params) {
  return pages['/' + ((await params).path ?? []).join('/')]
}
export async function generateMetadata({ params }) {
  return { title: (await contentOf(params)).title }
}
export default async function Page({ params }) {
  const { title, copy } = await contentOf(params)
  return <main><h1>{title}</h1><Copy value={copy} /></main>
}
`,
    },
  },
]
