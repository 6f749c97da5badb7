/** Every address that a visitor can open, the 404 page included. */
export const ROUTES = [
  '/',
  '/home',
  '/platform',
  '/contact',
  '/about',
  '/privacy',
  '/tos',
  '/cookies',
  '/received',
  '/not-sent',
  '/not-found',
] as const
