/*
 * What is known of releases wherever they are made, served or looked for.
 */

/**
 * Releases whose files are kept, and that editors can go back to: days of work, at some megabytes each, as files that
 * did not change are shared. What is listed for editors has to be there.
 */
export const KEPT_RELEASES = 50

/** The stamp that a page carries in its head: a hash of the content that it was made of; none in what is no page. */
export function stampIn(html: string): string | undefined {
  return /<meta name="release-stamp" content="([^"]*)"/u.exec(html)?.[1]
}
