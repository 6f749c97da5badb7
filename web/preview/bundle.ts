import path from 'node:path'
import { build } from 'vite'

/** Bundles what previews need in the browser into `folder`: no page of a release refers to it. */
export async function buildPreviewClient(root: string, folder: string): Promise<void> {
  await build({
    root,
    base: '/preview/-/',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      // One file, which the overlay asks for itself: pages have nothing that would load a chunk's own.
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
