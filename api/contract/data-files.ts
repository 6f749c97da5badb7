/**
 * The databases in DATA_DIR, by what they hold. The content lake names its own as well, as it knows nothing of the API;
 * a test compares the two.
 */
export const DATA_FILES = {
  /** Posts, deliveries, people and the audit list. */
  submissions: 'submissions.sqlite',
  /** Share links, and the key that they are signed with. */
  previews: 'previews.sqlite',
  /** Calls of the content lake, receipts, and what is known of releases. */
  publishes: 'publishes.db',
  /** Addresses that visitors asked for in vain. */
  missingPaths: 'missing-paths.sqlite',
  /** The id of the content, by which nodes know it. */
  contentId: 'content.sqlite',
  /** Documents and their history. */
  content: 'lake.db',
  /** Comments and reviews. */
  comments: 'comments.db',
} as const
