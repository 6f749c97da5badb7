import react from '@vitejs/plugin-react'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { editsWithoutTarget } from './edits-without-target.ts'
import { studioPolicy } from './policy.ts'
import { anyRefusal, earlyParts, knownFeatures, newByKeys, restoresWithoutGone } from './sanity-patches.ts'

interface Settings {
  projectId: string | undefined
  dataset: string | undefined
  /** Public origin of the pages, which a Studio on another host shows in its frame. */
  site?: string | undefined
  tools: string
}

/** Bundles the Studio into the folder `out`, for the address `/studio` and for one content source. */
export async function bundleStudio(options: {
  root: string
  out: string
  settings: Settings
}): Promise<void> {
  const { projectId, dataset, site, tools } = options.settings
  await build({
    root: path.join(options.root, 'studio'),
    base: '/studio/',
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      earlyParts(),
      anyRefusal(),
      editsWithoutTarget(),
      restoresWithoutGone(),
      newByKeys(),
      ...(projectId ? [] : [knownFeatures()]),
      react(),
      ...(tools === 'development' ? [] : [withoutVision()]),
      studioPolicy({ isHosted: Boolean(projectId), site }),
    ],
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.SANITY_PROJECT_ID': JSON.stringify(projectId ?? ''),
      'process.env.SANITY_DATASET': JSON.stringify(dataset ?? 'production'),
      'process.env.SITE_URL': JSON.stringify(site ?? ''),
      'process.env.STUDIO_TOOLS': JSON.stringify(tools),
    },
    build: {
      outDir: options.out,
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Infinity,
      target: 'es2022',
      rolldownOptions: {
        output: {
          // Chunks made of modules from many places import each other in circles.
          strictExecutionOrder: true,
          chunkFileNames: 'assets/[hash].js',
          codeSplitting: {
            // What every Studio needs in few files: it would come in 200 small ones, each asked for at the start.
            groups: [
              {
                name: 'vendor',
                test: /node_modules/,
                entriesAware: true,
                entriesAwareMergeThreshold: 200_000,
              },
            ],
          },
        },
      },
    },
  })
}

/**
 * Leaves the query tool out of an editor's Studio whole. Read and then shaken off as unused, it takes 20 MB more while
 * that is built, and leaves 0.8 MB in its files.
 */
function withoutVision(): Plugin {
  return {
    name: 'without-vision',
    load: { filter: { id: /\/@sanity\/vision\// }, handler: () => 'export const visionTool = undefined' },
  }
}
