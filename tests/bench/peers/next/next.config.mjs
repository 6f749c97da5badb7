import path from 'node:path'
import { styledComponents } from '../parts/vite.ts'

/** Sections hold the product's islands, which no other framework hydrates: here they are plain components. */
const plainIslands = '../parts/island.tsx'

/** @type {import('next').NextConfig} */
export default {
  output: 'export',
  compiler: { styledComponents },
  // The product's sections and packages are above this folder.
  turbopack: {
    root: path.join(import.meta.dirname, '../../../..'),
    resolveAlias: { '../ui/island.tsx': plainIslands, '../../ui/island.tsx': plainIslands },
  },
}
