import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const files = {
  'index.html': '<h1>Home</h1>',
  'home.html': '<h1>Home too</h1>',
  'platform.html': `<h1>Platform</h1>${'<p>text</p>'.repeat(50)}`,
  'not-found.html': '<h1>404 Page Not Found</h1>',
  '404.html': '<h1>404 Page Not Found</h1>',
  'robots.txt': 'User-agent: *\n',
  'sitemap.xml': '<urlset/>',
  'llms.txt': '# CAL\n',
  'site.webmanifest': '{}',
  'icon.svg': '<svg/>',
  '.well-known/security.txt': 'Contact: mailto:x@example.com\n',
  '.stamps.json': '{"private":true}',
  _headers: '/*\n',
  _redirects: '/old / 301\n',
  'vercel.json': '{}',
  'assets/client-1a2b3c.js': 'export {}',
  'assets/font-1a2b3c.woff2': 'wOF2',
  'assets/pictures/0a-1x1.svg': '<svg/>',
  'assets/pictures/0b-1x1.png': 'PNG',
}

/** A checkout's stand-in: `<root>/dist/site` links to a first release of the kind that the site's build writes. */
export function makeSiteRoot(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'site-'))
  mkdirSync(path.join(root, 'dist'))
  switchRelease(root, 'r1', files)
  return root
}

/** Writes a whole release and moves the link to it in one step. */
export function switchRelease(root: string, id: string, content: Record<string, string>): void {
  const folder = path.join(root, 'dist/releases', id)
  for (const [name, text] of Object.entries(content)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (/\.(html|js|txt|svg)$/u.test(name)) writeFileSync(`${file}.br`, brotliCompressSync(text))
  }
  const next = path.join(root, 'dist/next')
  symlinkSync(path.join('releases', id), next)
  renameSync(next, path.join(root, 'dist/site'))
}
