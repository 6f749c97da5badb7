import { ViteReactSSG, type RouteRecord } from 'vite-react-ssg'
import { routes } from './routes.tsx'

/**
 * Entry of the static build. vite-react-ssg takes the paths from here and supplies bundles and
 * template; what a page holds is drawn by `render`, so that its own hydration data is never made.
 */
export const createRoot = ViteReactSSG({
  routes: routes.map(({ path }): RouteRecord => ({ path, element: null })),
})
