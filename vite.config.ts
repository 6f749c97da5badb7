import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { devPages } from './web/publisher/dev.ts'

export default defineConfig({
  plugins: [react(), devPages(), plainImports()],
  publicDir: false,
  // Browsers get the pages' sources and packages: beside them stand databases, secrets and the server's code.
  server: {
    fs: {
      strict: true,
      allow: ['web', 'api/contract', 'node_modules'],
      deny: ['.*', '**/.git/**', '*.{db,sqlite,crt,pem,key}', '*.{db,sqlite}-*'],
    },
    cors: false,
  },
  // By default, every HTML file below the root: built pages, the Studio, and the peers of the measured pages.
  optimizeDeps: { entries: ['web/index.html'] },
  oxc: {
    // Class names come from file and component, so that pages and islands agree on them.
    plugins: {
      styledComponents: { ssr: true, displayName: false, fileName: false, minify: true, pure: true },
    },
  },
  define: {
    // The server bundle is loaded outside Vite, where nothing else would say so.
    'process.env.NODE_ENV': JSON.stringify(process.env['NODE_ENV'] ?? 'production'),
  },
  build: {
    modulePreload: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      // A name of its own would cost more than the number or word it stands for.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The minifier writes a constant's value in its place only where it is not a `var`.
        topLevelVar: false,
        // Every page carries the names of what it may fetch, and no compression makes a hash shorter.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        // What chunks share must not sit in the entry: every page would carry it.
        codeSplitting: {
          groups: [
            // Files that always come together are one.
            { name: 'motion', test: /node_modules\/gsap\/|\.motion\.ts$/ },
            {
              name: 'react',
              test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|styled-components)\/|web\/(?:art|theme|ui)\/.*(?<!behaviour|toast-request|fill)\.tsx?$|web\/browser\/(?:mount|island-styles|typed)/,
              minShareCount: 2,
            },
            // What forms and the calculator share: of it, each would have a file of some hundred bytes.
            { name: 'fields', test: /web\/(?:forms\/(?:validate|new-key)|ui\/fill)\.ts|api\/contract\// },
            { name: 'radix', test: /node_modules\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/**
 * No chunk has styles of its own, so that Vite's loader has nothing to do: 0.5 kB on every page, and without its body
 * still a call around each `import()`.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    configResolved({ plugins }) {
      const loader = plugins.findIndex(({ name }) => name === 'native:import-analysis-build')
      if (loader !== -1) (plugins as Plugin[]).splice(loader, 1)
    },
  }
}
