/** The paths of the pages that exist once, by the name of their type. */
export const PATH_OF_PAGE = {
  home: '/',
  platform: '/platform',
  about: '/about',
  contact: '/contact',
  notFound: '/not-found',
} as const
