import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { plainIslands, styledComponents } from '../parts/vite.ts'

export default defineConfig({
  plugins: [plainIslands(), react()],
  logLevel: 'warn',
  oxc: { plugins: { styledComponents } },
  build: { target: 'es2022' },
  ssgOptions: { entry: 'main.tsx', dirStyle: 'flat', beastiesOptions: false },
})
