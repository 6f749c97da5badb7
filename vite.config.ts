import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devPages } from './web/dev.ts'

export default defineConfig({
  plugins: [react(), devPages()],
  publicDir: false,
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
  },
})
