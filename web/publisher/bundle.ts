import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as buildBundle } from 'vite'
import type { ViteReactSSGContext } from 'vite-react-ssg'
import { build as buildStatic } from 'vite-react-ssg/node'
import type { Content } from '../content/content.ts'
import { takeBuildTurn } from './build-turn.ts'
import { linkPackages } from './link-packages.ts'
import { createPageCollector, type PageCollector, type PageParts } from './render/page-collector.ts'
import type * as Renderer from './renderer.ts'

export type RendererBundle = typeof Renderer

/** Builds everything that renders into one file for Node, which later publishes load as well. */
export async function buildRenderer(folder: string): Promise<RendererBundle> {
  await buildBundle({
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['sharp'], target: 'node' },
    build: {
      ssr: 'web/publisher/renderer.ts',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'publish.js' } },
    },
  })
  await linkPackages(folder)
  const file = pathToFileURL(path.resolve(folder, 'publish.js')).href
  // The address has to change with the bundle, or Node returns the one that it loaded before.
  return (await import(`${file}?${Date.now()}`)) as RendererBundle
}

/**
 * Builds the browser's code, and has vite-react-ssg render every route of `content` into `folder`. `wholePage` makes a
 * page of what was rendered. The plugin's loader data and manifests are removed: no page reads them.
 * @returns the built `index.html`
 */
export async function buildPages(
  folder: string,
  content: Content,
  wholePage: (route: string, parts: PageParts, template: string) => string,
): Promise<string> {
  const collectors = new Map<string, PageCollector>()
  let template = ''
  using held = new DisposableStack()
  held.use(await takeBuildTurn(process.cwd()))
  await new Promise<void>((resolve, reject) => {
    const options = {
      entry: 'web/site/main.tsx',
      htmlEntry: 'web/index.html',
      dirStyle: 'flat',
      beastiesOptions: false,
      onBeforePageRender: (route: string, html: string, context: ViteReactSSGContext) => {
        template = html
        const collector = createPageCollector()
        collectors.set(route, collector)
        context.getStyleCollector = () => collector
        return html
      },
      onPageRendered: (route: string) => {
        const parts = collectors.get(route)?.page()
        return parts && wholePage(route, parts, template)
      },
      // After this hook the plugin would end the process in 15 s with success, whatever is left to do: so the hook
      // never resolves.
      onFinished: () => {
        resolve()
        return new Promise<void>(() => undefined)
      },
    } as const
    const config = {
      logLevel: 'warn',
      define: { SITE_CONTENT: JSON.stringify(content) },
      build: { outDir: folder, emptyOutDir: true },
    } as const
    buildStatic(options, config).catch(reject)
  })
  await rm(path.join(folder, '.vite'), { recursive: true, force: true })
  await rm(path.join(folder, 'web'), { recursive: true, force: true })
  const names = await readdir(folder)
  const own = names.filter((name) => name.startsWith('static-loader-data'))
  await Promise.all(own.map((name) => rm(path.join(folder, name), { recursive: true })))
  return template
}

/** Bundles what previews need in the browser into `folder`: no page of a release refers to it. */
export async function buildPreviewClient(root: string, folder: string): Promise<void> {
  await buildBundle({
    root,
    base: '/preview/-/',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      // One style sheet, which the overlay asks for itself: nothing in a page would load that of a chunk.
      cssCodeSplit: false,
      chunkSizeWarningLimit: Infinity,
      rolldownOptions: {
        input: {
          client: path.join(root, 'web/preview/client/main.ts'),
          compare: path.join(root, 'web/preview/client/compare.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'assets/[hash].js',
          assetFileNames: 'overlay[extname]',
        },
      },
    },
  })
}
