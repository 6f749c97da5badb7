import { ViteReactSSG } from 'vite-react-ssg'
import type { Content } from '../content/content.ts'
import { routeObject, routesOf } from './routes.tsx'

/** The content that the build renders its pages from. `buildPages` replaces this name by it. */
declare const SITE_CONTENT: Content

/** Entry of the static build: vite-react-ssg renders these routes. */
export const createRoot = ViteReactSSG({
  routes: routesOf(SITE_CONTENT).map((route) => routeObject(route, SITE_CONTENT)),
})
