import { ViteReactSSG } from 'vite-react-ssg'
import getStyleCollector from 'vite-react-ssg/style-collectors/styled-components'

export const createRoot = ViteReactSSG(
  {
    routes: [
      { path: '/', lazy: () => import('./pages/home.tsx') },
      { path: '/platform', lazy: () => import('./pages/platform.tsx') },
      { path: '/contact', lazy: () => import('./pages/contact.tsx') },
      { path: '/privacy', lazy: () => import('./pages/privacy.tsx') },
    ],
  },
  undefined,
  { getStyleCollector },
)
