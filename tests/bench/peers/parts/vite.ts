import path from 'node:path'
import type { Plugin } from 'vite'

/** Sections hold the product's islands, which no other framework hydrates: here they are plain components. */
export function plainIslands(): Plugin {
  return {
    name: 'plain-islands',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('/island.tsx') || importer === undefined) return undefined
      const found = path.resolve(path.dirname(importer), source)
      return found.endsWith('web/ui/island.tsx') ? path.join(import.meta.dirname, 'island.tsx') : undefined
    },
  }
}

/** As the product names its classes. */
export const styledComponents = {
  ssr: true,
  displayName: false,
  fileName: false,
  minify: true,
  pure: true,
}
