import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { plainIslands, styledComponents } from '../parts/vite.ts'

export default defineConfig({
  integrations: [react()],
  build: { format: 'file' },
  devToolbar: { enabled: false },
  vite: {
    plugins: [plainIslands()],
    resolve: { dedupe: ['react', 'react-dom', 'styled-components'] },
    ssr: { noExternal: [/^@radix-ui/u] },
    oxc: { plugins: { styledComponents } },
    build: { target: 'es2022' },
  },
})
