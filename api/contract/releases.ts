/*
 * What every part that makes, serves or looks for releases has to know.
 */

/**
 * How many releases keep their files, so that editors can go back to them: days of work, at some megabytes each, as
 * releases share unchanged files. Every release in the editors' list has its files.
 */
export const KEPT_RELEASES = 50

/** The stamp that a page carries in its head: a hash of the content that it was made of; none in what is no page. */
export function stampIn(html: string): string | undefined {
  return /<meta name="release-stamp" content="([^"]*)"/u.exec(html)?.[1]
}
